//! Numbers by number, for a computation that reaches few of very many states.

/// No number is as high.
const FREE: u32 = u32::MAX;

/// A table that is searched by number only, so that its order never matters.
pub struct Memo {
    cells: Vec<(u32, i32)>,
    used: usize,
}

impl Memo {
    /// An empty table.
    pub fn new() -> Memo {
        Memo {
            cells: vec![(FREE, 0); 1 << 10],
            used: 0,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.cells.fill((FREE, 0));
        self.used = 0;
    }

    /// Where a number is, or would be.
    #[inline]
    fn cell(&self, key: u32) -> usize {
        let mask = self.cells.len() - 1;
        // Multiplied by the golden ratio; the high bits are mixed best.
        let mut cell = (key.wrapping_mul(0x9e37_79b9) >> 7) as usize & mask;
        while self.cells[cell].0 != key && self.cells[cell].0 != FREE {
            cell = (cell + 1) & mask;
        }
        cell
    }

    /// What is kept under a number.
    #[inline]
    pub fn get(&self, key: u32) -> Option<i32> {
        let (found, value) = self.cells[self.cell(key)];
        (found == key).then_some(value)
    }

    /// Keeps something under a number that is not in the table.
    pub fn put(&mut self, key: u32, value: i32) {
        if 2 * self.used >= self.cells.len() {
            let more = vec![(FREE, 0); 2 * self.cells.len()];
            for (key, value) in std::mem::replace(&mut self.cells, more) {
                if key != FREE {
                    let cell = self.cell(key);
                    self.cells[cell] = (key, value);
                }
            }
        }
        let cell = self.cell(key);
        self.cells[cell] = (key, value);
        self.used += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::Memo;

    #[test]
    fn what_is_put_is_found_until_all_is_forgotten() {
        let mut memo = Memo::new();
        let keys = || (0..5_000_u32).map(|i| i * 4_096 + i % 7);
        for key in keys() {
            assert_eq!(memo.get(key), None);
            memo.put(key, key as i32 + 1);
        }
        for key in keys() {
            assert_eq!(memo.get(key), Some(key as i32 + 1));
        }
        memo.clear();
        assert!(keys().all(|key| memo.get(key).is_none()));
    }
}
