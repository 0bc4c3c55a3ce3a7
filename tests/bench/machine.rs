//! Measurements of the machine itself, and of the resource usage of a process.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use hdrhistogram::Histogram;

use crate::Failure;

/// Unit of processor times under `/proc`: a hundredth of a second on every Linux.
const TICK_US: f64 = 10_000.0;

/// Durations of disk syncs.
pub(crate) struct Syncs {
    pub(crate) per_second: f64,
    pub(crate) p50_us: u64,
    pub(crate) p99_us: u64,
}

/// Writes and syncs pages of 4 KiB one after another, in a new file in this directory.
pub(crate) fn syncs(dir: &Path, time: Duration) -> Result<Syncs, Failure> {
    const PAGE: usize = 4096;
    const PAGES: u64 = 1024;
    let path = dir.join("syncs");
    let file = File::create(&path)?;
    let page = [7; PAGE];
    for n in 0..PAGES {
        file.write_all_at(&page, n * PAGE as u64)?;
    }
    file.sync_all()?;
    let mut took = Histogram::<u64>::new(3)?;
    let begun = Instant::now();
    while begun.elapsed() < time {
        let one = Instant::now();
        file.write_all_at(&page, took.len() % PAGES * PAGE as u64)?;
        file.sync_data()?;
        took.record(one.elapsed().as_micros() as u64)?;
    }
    let per_second = took.len() as f64 / begun.elapsed().as_secs_f64();
    std::fs::remove_file(path)?;
    Ok(Syncs {
        per_second,
        p50_us: took.value_at_quantile(0.5),
        p99_us: took.value_at_quantile(0.99),
    })
}

/// Waits until all writes have reached the disk, so that the writes of the seeded data do not slow
/// down the measurement.
pub(crate) fn let_disk_rest() -> Result<(), Failure> {
    if Command::new("sync").status()?.success() { Ok(()) } else { Err("`sync` has failed".into()) }
}

/// Reads a whole file, so that it is in the page cache if there is enough memory.
pub(crate) fn read_through(file: &Path) -> Result<(), Failure> {
    std::io::copy(&mut File::open(file)?, &mut std::io::sink())?;
    Ok(())
}

/// Processor time that a process has used, in microseconds; `None` if there is no `/proc`.
pub(crate) fn cpu_us(process: u32) -> Option<f64> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name in parentheses may contain any character.
    let mut fields = stat.rsplit_once(')')?.1.split_whitespace().skip(11);
    let mut ticks = || fields.next()?.parse::<f64>().ok();
    Some((ticks()? + ticks()?) * TICK_US)
}

/// Peak memory of a process in MiB; `None` if there is no `/proc`.
pub(crate) fn peak_mib(process: u32) -> Option<u64> {
    status_mib(process, "VmHWM:")
}

/// Current memory of a process in MiB; `None` if there is no `/proc`.
pub(crate) fn rss_mib(process: u32) -> Option<u64> {
    status_mib(process, "VmRSS:")
}

fn status_mib(process: u32, field: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix(field))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? / 1024)
}
