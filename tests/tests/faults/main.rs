//! Disk faults with the real binary on SQLite: each I/O call of a scripted session fails, and every
//! kind of request works again after the end of the fault.
//!
//! By default a fixed part of the calls fails; `FAULTS=each` and `FAULTS=all` inject more, see
//! `every_call`.

mod case;
mod disk;
mod every_call;
mod files;
mod output;
mod startup;

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

/// Number of servers that run at the same time; most of the time they wait.
const WORKERS: usize = 6;

/// Number of cases between two lines of progress.
const PROGRESS: usize = 10;

#[derive(Default)]
struct Found {
    tried: usize,
    failed: usize,
    faults: Vec<String>,
}

/// Runs cases in parallel, and panics at the end with the errors of all cases.
#[track_caller]
fn in_parallel<T: Send + Sync>(cases: Vec<T>, run: impl Fn(&T) -> Vec<String> + Sync) {
    let total = cases.len();
    let queue = Mutex::new(VecDeque::from(cases));
    let found = Mutex::new(Found::default());
    std::thread::scope(|scope| {
        for _ in 0..WORKERS {
            scope.spawn(|| {
                loop {
                    let next = queue.lock().expect("no thread panics").pop_front();
                    let Some(case) = next else { break };
                    let faults =
                        catch_unwind(AssertUnwindSafe(|| run(&case))).unwrap_or_else(|panic| {
                            let text = panic.downcast_ref::<String>().cloned();
                            vec![format!("panicked: {}", text.unwrap_or_default())]
                        });
                    let mut found = found.lock().expect("no thread panics");
                    found.tried += 1;
                    found.failed += usize::from(!faults.is_empty());
                    for fault in &faults {
                        println!("failed: {fault}");
                    }
                    found.faults.extend(faults);
                    if found.tried.is_multiple_of(PROGRESS) {
                        println!("{} of {total} cases, {} failed", found.tried, found.failed);
                    }
                }
            });
        }
    });
    let Found { failed, faults, .. } = found.into_inner().expect("no thread panics");
    println!("{total} cases, {failed} failed");
    let shown = faults.iter().take(60).map(|fault| format!("\n  {fault}")).collect::<String>();
    assert!(
        faults.is_empty(),
        "{failed} of {total} cases failed; {} faults, of which:{shown}",
        faults.len()
    );
}
