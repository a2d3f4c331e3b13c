"""An executor of concurrent.futures whose calls are tasks of Ray (extra `ray`)."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future
from concurrent.futures import wait as wait_for
from typing import Any, TypeVar

T = TypeVar("T")

MISSING = "an executor of Ray's needs ray: pip install 'open18xx[ray]'"


class RayExecutor(Executor):
    """Carries out each call as a task of the Ray cluster that this process is connected to.

    `options` are those of a Ray task, such as `num_cpus`. A task whose worker dies is not repeated by Ray (option
    `max_retries`): its future fails with BrokenExecutor, and the executor takes further calls. Raises
    ModuleNotFoundError without the extra, RuntimeError where `ray.init()` has not been called.
    """

    def __init__(self, **options: Any) -> None:
        try:
            import ray
        except ModuleNotFoundError as error:
            raise ModuleNotFoundError(MISSING, name=error.name) from error
        if not ray.is_initialized():
            raise RuntimeError("connect to a cluster first: ray.init()")
        self._ray: Any = ray
        self._task: Any = ray.remote(_call).options(**{"max_retries": 0, **options})
        self._pending: set[Future[Any]] = set()
        self._closed = False

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """The future of a call that is on its way to the cluster. Raises RuntimeError after `shutdown`."""
        if self._closed:
            raise RuntimeError("this executor has been shut down")
        reference = self._task.remote(fn, args, kwargs)
        future: Future[T] = Future()

        def settle(inner: Future[T]) -> None:
            if not future.set_running_or_notify_cancel():
                return
            error = inner.exception()
            if error is None:
                future.set_result(inner.result())
            else:
                future.set_exception(self._cause(error))

        def settled(outer: Future[T]) -> None:
            self._pending.discard(outer)
            if outer.cancelled():
                self._ray.cancel(reference)

        self._pending.add(future)
        future.add_done_callback(settled)
        reference.future().add_done_callback(settle)
        return future

    def _cause(self, error: BaseException) -> BaseException:
        """What the call raised; BrokenExecutor for what befell its worker."""
        exceptions = self._ray.exceptions
        if isinstance(error, exceptions.RayTaskError):
            cause: BaseException = error.cause
            return cause
        if isinstance(error, exceptions.RayError):
            return BrokenExecutor(f"{type(error).__name__}: {error}")
        return error

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no more calls; the cluster stays as it is."""
        self._closed = True
        pending = list(self._pending)
        if cancel_futures:
            for future in pending:
                future.cancel()
        if wait:
            wait_for(pending)


def _call(call: Callable[..., T], args: tuple[Any, ...], kwargs: dict[str, Any]) -> T:
    return call(*args, **kwargs)
