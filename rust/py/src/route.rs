//! Classes `Train`, `RunRules`, `Run` and `Route`, and the calls of `Board` about routes.

use std::sync::Arc;

use open18xx_core::{
    Board, Colour, Error, GivenRoute, Kinds, Limit, Map, Once, Pair, Route, Run, RunRules, Train,
};
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedStr;
use pyo3::types::PyMapping;

use crate::error::raise;

/// A list of (kinds, number).
type Pairs = Vec<(PyBackedStr, i64)>;

/// What one train can do. Equal trains are interchangeable.
#[pyclass(name = "Train", module = "open18xx._core", frozen, eq, hash)]
#[derive(PartialEq, Eq, Hash)]
pub struct PyTrain {
    train: Train,
}

#[pymethods]
impl PyTrain {
    #[new]
    #[pyo3(
        signature = (*, limits, pay = Vec::new(), counted_token = false, multiplier = None, constant = 0),
        text_signature = "(*, limits, pay=(), counted_token=False, multiplier=1, constant=0)"
    )]
    fn new(
        limits: Pairs,
        pay: Pairs,
        counted_token: bool,
        multiplier: Option<Bound<'_, PyAny>>,
        constant: i64,
    ) -> PyResult<PyTrain> {
        let times = times(multiplier)?;
        let train = Train::new(
            read_limits("limits", limits)?,
            read_limits("pay", pay)?,
            counted_token,
            |kind| times[kind as usize],
            amount("constant", constant)?,
        );
        let train = train.map_err(raise)?;
        Ok(PyTrain { train })
    }

    fn __repr__(&self) -> String {
        let list = |limits: &[Limit]| {
            let limit = |limit: &Limit| format!("({:?}, {})", limit.kinds.letters(), limit.most);
            limits.iter().map(limit).collect::<Vec<_>>().join(", ")
        };
        let train = &self.train;
        let times = Kinds::EACH.map(|kind| {
            format!(
                "{:?}: {}",
                kind.letter().to_string(),
                train.multiplier(kind)
            )
        });
        format!(
            "Train(limits=[{}], pay=[{}], counted_token={}, multiplier={{{}}}, constant={})",
            list(train.limits()),
            list(train.pay()),
            if train.counted_token() {
                "True"
            } else {
                "False"
            },
            times.join(", "),
            train.constant()
        )
    }
}

/// What runs pay, beside the trains.
#[pyclass(name = "RunRules", module = "open18xx._core", frozen, eq)]
#[derive(PartialEq, Eq)]
pub struct PyRunRules {
    rules: RunRules,
}

#[pymethods]
impl PyRunRules {
    #[new]
    #[pyo3(
        signature = (*, colours, once = Vec::new(), pairs = Vec::new(), fleet = None, values = None),
        text_signature = "(*, colours, once=(), pairs=(), fleet=None, values={})"
    )]
    fn new(
        colours: Vec<PyBackedStr>,
        once: Vec<(Vec<String>, i64)>,
        pairs: Vec<(Bound<'_, PyMapping>, Bound<'_, PyMapping>)>,
        fleet: Option<(PyBackedStr, i64)>,
        values: Option<Bound<'_, PyMapping>>,
    ) -> PyResult<PyRunRules> {
        let colours = colours.iter().map(|name| {
            Colour::from_name(name)
                .ok_or_else(|| raise(Error::invalid("colours", format!("no colour {name:?}"))))
        });
        let once = once.into_iter().map(|(hexes, sum)| {
            let amount = amount("once", sum)?;
            Ok(Once { hexes, amount })
        });
        let pairs = pairs.iter().map(|(a, b)| {
            Ok(Pair {
                a: figures("pairs", a)?,
                b: figures("pairs", b)?,
            })
        });
        let fleet = fleet.map(|(kinds, sum)| {
            let kinds = Kinds::parse(&kinds, "fleet").map_err(raise)?;
            PyResult::Ok((kinds, amount("fleet", sum)?))
        });
        let rules = RunRules {
            colours: colours
                .collect::<PyResult<Vec<Colour>>>()?
                .into_iter()
                .collect(),
            once: once.collect::<PyResult<_>>()?,
            pairs: pairs.collect::<PyResult<_>>()?,
            fleet: fleet.transpose()?,
            values: values.map_or(Ok(Vec::new()), |values| figures("values", &values))?,
        };
        Ok(PyRunRules { rules })
    }

    fn __repr__(&self) -> String {
        let colours: Vec<&str> = self.rules.colours.iter().map(Colour::name).collect();
        format!("RunRules(colours={colours:?}, ...)")
    }
}

/// Routes and what they are worth.
#[pyclass(name = "Run", module = "open18xx._core", frozen)]
pub struct PyRun {
    map: Arc<Map>,
    run: Arc<Run>,
}

#[pymethods]
impl PyRun {
    #[getter]
    fn revenue(&self) -> i32 {
        self.run.revenue
    }

    #[getter]
    fn bonus(&self) -> i32 {
        self.run.bonus
    }

    #[getter]
    fn optimal(&self) -> bool {
        self.run.optimal
    }

    #[getter]
    fn upper_bound(&self) -> i32 {
        self.run.upper_bound
    }

    #[getter]
    fn work(&self) -> u64 {
        self.run.work
    }

    #[getter]
    fn routes(&self) -> Vec<PyRoute> {
        let route = |index| PyRoute {
            map: self.map.clone(),
            run: self.run.clone(),
            index,
        };
        (0..self.run.routes.len()).map(route).collect()
    }

    fn __repr__(&self) -> String {
        let run = &self.run;
        let routes = self.routes();
        let routes: Vec<String> = routes.iter().map(PyRoute::__repr__).collect();
        format!(
            "Run(revenue={}, routes=[{}])",
            run.revenue,
            routes.join(", ")
        )
    }
}

/// The route of one train.
#[pyclass(name = "Route", module = "open18xx._core", frozen)]
pub struct PyRoute {
    map: Arc<Map>,
    run: Arc<Run>,
    index: usize,
}

impl PyRoute {
    fn route(&self) -> &Route {
        &self.run.routes[self.index]
    }

    fn name(&self, hex: open18xx_core::HexId) -> &str {
        &self.map.hex(hex).name
    }
}

/// Hex, letter of the kind, number within the kind, number on the wire, amount paid.
type StopRow<'a> = (&'a str, char, u8, u8, i32);

#[pymethods]
impl PyRoute {
    #[getter]
    fn train(&self) -> usize {
        self.route().train
    }

    #[getter]
    fn revenue(&self) -> i32 {
        self.route().revenue
    }

    #[getter]
    fn stops(&self) -> Vec<StopRow<'_>> {
        let row = |stop: &open18xx_core::RouteStop| {
            let kind = stop.kind.letter();
            (
                self.name(stop.hex),
                kind,
                stop.number,
                stop.part,
                stop.amount,
            )
        };
        self.route().stops.iter().map(row).collect()
    }

    #[getter]
    fn connections(&self) -> Vec<Vec<&str>> {
        let links = self.run.connections(self.route()).into_iter();
        let names = |hexes: Vec<_>| hexes.into_iter().map(|hex| self.name(hex)).collect();
        links.map(names).collect()
    }

    fn __repr__(&self) -> String {
        let stops = self.stops();
        let stops: Vec<&str> = stops.iter().map(|stop| stop.0).collect();
        let route = self.route();
        format!(
            "Route(train={}, {}: {})",
            route.train,
            stops.join("-"),
            route.revenue
        )
    }
}

/// A route as Python gives it: train, connections, stops that it names.
pub type GivenRow = (i64, Vec<Vec<PyBackedStr>>, Option<Vec<(PyBackedStr, i64)>>);

/// `Board.best_run`.
pub fn best_run(
    py: Python<'_>,
    board: Board,
    company: &str,
    trains: Vec<PyRef<'_, PyTrain>>,
    rules: &PyRunRules,
    budget: Option<i64>,
    fixed: Vec<GivenRow>,
) -> PyResult<PyRun> {
    let company = board.map().find_company(company).map_err(raise)?;
    let trains = owned(&trains);
    let budget = budget.map(steps).transpose()?;
    let fixed = given(board.map(), fixed)?;
    let run = py.detach(|| board.best_run_beside(company, &trains, &rules.rules, budget, &fixed));
    wrap(&board, run)
}

/// `Board.check_run`.
pub fn check_run(
    py: Python<'_>,
    board: Board,
    company: &str,
    trains: Vec<PyRef<'_, PyTrain>>,
    routes: Vec<GivenRow>,
    rules: &PyRunRules,
) -> PyResult<PyRun> {
    let map = board.map();
    let company = map.find_company(company).map_err(raise)?;
    let trains = owned(&trains);
    let given = given(map, routes)?;
    let run = py.detach(|| board.check_run(company, &trains, &given, &rules.rules));
    wrap(&board, run)
}

/// Routes in the terms of a map.
fn given(map: &Map, routes: Vec<GivenRow>) -> PyResult<Vec<GivenRoute>> {
    let given = routes.into_iter().map(|(train, connections, nodes)| {
        let hexes = |segment: Vec<PyBackedStr>| -> Result<Vec<_>, Error> {
            segment.iter().map(|hex| map.find_hex(hex)).collect()
        };
        // A number that no stop has names none.
        let node = |(hex, part): (PyBackedStr, i64)| -> Result<_, Error> {
            Ok((map.find_hex(&hex)?, u8::try_from(part).unwrap_or(u8::MAX)))
        };
        Ok(GivenRoute {
            train: usize::try_from(train).unwrap_or(usize::MAX),
            connections: connections
                .into_iter()
                .map(hexes)
                .collect::<Result<_, _>>()?,
            nodes: (nodes.unwrap_or_default().into_iter())
                .map(node)
                .collect::<Result<_, _>>()?,
        })
    });
    given
        .collect::<Result<Vec<GivenRoute>, Error>>()
        .map_err(raise)
}

/// `Board.legal_route`.
pub fn legal_route(
    py: Python<'_>,
    board: Board,
    company: &str,
    trains: Option<Vec<PyRef<'_, PyTrain>>>,
) -> PyResult<bool> {
    let company = board.map().find_company(company).map_err(raise)?;
    let trains = trains.map(|trains| owned(&trains));
    py.detach(|| board.legal_route(company, trains.as_deref()))
        .map_err(raise)
}

fn owned(trains: &[PyRef<'_, PyTrain>]) -> Vec<Train> {
    trains.iter().map(|train| train.train.clone()).collect()
}

fn wrap(board: &Board, run: Result<Run, Error>) -> PyResult<PyRun> {
    Ok(PyRun {
        map: board.map().clone(),
        run: Arc::new(run.map_err(raise)?),
    })
}

/// A budget.
fn steps(budget: i64) -> PyResult<u64> {
    u64::try_from(budget).map_err(|_| {
        let message = format!("a budget of {budget} steps is less than none");
        raise(Error::invalid("budget", message))
    })
}

fn amount(field: &'static str, sum: i64) -> PyResult<u32> {
    u32::try_from(sum).map_err(|_| {
        raise(Error::invalid(
            field,
            format!("{sum} is not an amount that can be used here"),
        ))
    })
}

fn read_limits(field: &'static str, limits: Pairs) -> PyResult<Vec<Limit>> {
    let limit = |(kinds, most): (PyBackedStr, i64)| {
        Ok(Limit {
            kinds: Kinds::parse(&kinds, field).map_err(raise)?,
            most: amount(field, most)?,
        })
    };
    limits.into_iter().map(limit).collect()
}

/// Multipliers by kind, from one for all or from a mapping with some.
fn times(multiplier: Option<Bound<'_, PyAny>>) -> PyResult<[u32; 3]> {
    let Some(multiplier) = multiplier else {
        return Ok([1; 3]);
    };
    let Ok(by_kinds) = multiplier.cast::<PyMapping>() else {
        return Ok([amount("multiplier", multiplier.extract()?)?; 3]);
    };
    let mut times = [1; 3];
    for (kinds, number) in figures("multiplier", by_kinds)? {
        let kinds = Kinds::parse(&kinds, "multiplier").map_err(raise)?;
        for kind in Kinds::EACH.into_iter().filter(|&kind| kinds.has(kind)) {
            times[kind as usize] = number;
        }
    }
    Ok(times)
}

/// A mapping from names to amounts, in the order of the names.
fn figures(field: &'static str, mapping: &Bound<'_, PyMapping>) -> PyResult<Vec<(String, u32)>> {
    let mut figures = Vec::new();
    for item in mapping.items()? {
        let (name, sum): (String, i64) = item.extract()?;
        figures.push((name, amount(field, sum)?));
    }
    figures.sort_unstable();
    Ok(figures)
}
