//! The library that makes I/O calls of a server fail, and the file with which a test controls it;
//! see `tests/faults/shim.c`.

use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use crate::server::Directory;

/// A kind of call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// `write`, `pwrite`.
    Write,
    /// `fsync`, `fdatasync`, of the directory too.
    Sync,
    /// `open`, `openat`, for writing or to create a file.
    Open,
    /// `ftruncate`, `fallocate`.
    Truncate,
    /// `unlink`.
    Unlink,
    /// `read`, `pread`.
    Read,
}

impl Call {
    /// Every kind.
    pub const ALL: [Self; 6] =
        [Self::Write, Self::Sync, Self::Open, Self::Truncate, Self::Unlink, Self::Read];
}

/// The way in which a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Error {
    /// `ENOSPC`.
    NoSpace,
    /// `EIO`.
    Io,
    /// Half of the data is written; the rest fails with `ENOSPC`.
    Short,
}

/// A fault to inject.
#[derive(Clone, Copy, Debug)]
pub struct Fault {
    /// The kind of call that fails first.
    pub call: Call,
    /// The number of the call of this kind, counted from 1 since the shim was armed.
    pub nth: u64,
    /// The way in which it fails.
    pub error: Error,
    /// Other calls fail from then on, until the shim is disarmed.
    pub persistent: bool,
}

/// Indexes of the fields in the control file, in the order of `struct control`.
#[derive(Clone, Copy)]
enum Field {
    Armed = 0,
    Call = 1,
    Nth = 2,
    Error = 3,
    IsShort = 4,
    Persistent = 5,
    Tripped = 6,
    Hits = 7,
    Budget = 8,
    Limited = 9,
    Trace = 10,
    Counts = 11,
}

const FIELDS: u64 = 24;

/// The shim under one server.
pub struct Shim {
    control: File,
    log: PathBuf,
    /// The command prefix of the server.
    environment: Vec<String>,
}

impl Shim {
    /// Creates a disarmed shim for a database file. Its own files are in `beside`.
    pub fn new(database: &Path, beside: &Directory) -> Self {
        let directory = database.parent().and_then(|parent| parent.canonicalize().ok());
        let name = database
            .file_name()
            .and_then(|name| name.to_str())
            .expect("the database has a file name");
        let (control, log) = (beside.file("shim.control"), beside.file("shim.log"));
        std::fs::write(&control, vec![0; FIELDS as usize * 8])
            .expect("the control file can be written");
        let environment = vec![
            "env".to_owned(),
            concat!("LD_PRELOAD=", env!("OUT_DIR"), "/shim.so").to_owned(),
            format!("FAULTS_DIRECTORY={}", directory.expect("the directory exists").display()),
            format!("FAULTS_NAME={name}"),
            format!("FAULTS_CONTROL={}", control.display()),
            format!("FAULTS_LOG={}", log.display()),
        ];
        let control = File::options().read(true).write(true).open(control);
        Self { control: control.expect("the control file is there"), log, environment }
    }

    /// The command prefix of the server; see [`crate::server::Server::under`].
    pub fn environment(&self) -> Vec<&str> {
        self.environment.iter().map(String::as_str).collect()
    }

    fn set(&self, field: Field, value: u64) {
        let at = field as u64 * 8;
        self.control
            .write_all_at(&value.to_le_bytes(), at)
            .expect("the control file can be written");
    }

    fn get_at(&self, place: u64) -> u64 {
        let mut bytes = [0; 8];
        self.control.read_exact_at(&mut bytes, place * 8).expect("the control file can be read");
        u64::from_le_bytes(bytes)
    }

    fn clear(&self) {
        for place in 0..FIELDS {
            self.control.write_all_at(&[0; 8], place * 8).expect("the control file can be written");
        }
    }

    /// Resets the shim as [`Shim::clear`] does, and empties the log.
    fn begin(&self) {
        self.clear();
        if let Ok(log) = File::options().write(true).open(&self.log) {
            log.set_len(0).expect("the log can be emptied");
        }
    }

    /// Counts and logs all calls from now on, without faults.
    pub fn count_calls(&self) {
        self.begin();
        self.set(Field::Trace, 1);
        self.set(Field::Armed, 1);
    }

    /// Starts to inject a fault.
    pub fn arm(&self, fault: Fault) {
        const ENOSPC: u64 = 28;
        const EIO: u64 = 5;
        self.begin();
        self.set(Field::Call, fault.call as u64);
        self.set(Field::Nth, fault.nth);
        self.set(Field::Error, if fault.error == Error::Io { EIO } else { ENOSPC });
        self.set(Field::IsShort, u64::from(fault.error == Error::Short));
        // On a full disk, existing files can still be read, synced and removed. On a broken disk
        // nothing works.
        let needs_space = |call: &&Call| !matches!(call, Call::Read | Call::Sync | Call::Unlink);
        let fails = |call: &&Call| fault.error == Error::Io || needs_space(call);
        let bits = Call::ALL.iter().filter(fails).map(|call| 1 << (*call as u64)).sum();
        self.set(Field::Persistent, if fault.persistent { bits } else { 0 });
        self.set(Field::Armed, 1);
    }

    /// Limits the growth of the files to this many bytes.
    pub fn limit(&self, bytes: u64) {
        self.begin();
        self.set(Field::Budget, bytes);
        self.set(Field::Limited, 1);
        self.set(Field::Armed, 1);
    }

    /// Ends the fault.
    pub fn disarm(&self) {
        self.set(Field::Armed, 0);
    }

    /// Returns `true` if the fault has begun.
    pub fn has_tripped(&self) -> bool {
        self.get_at(Field::Tripped as u64) > 0
    }

    /// The number of failed calls, including those without space.
    pub fn hits(&self) -> u64 {
        self.get_at(Field::Hits as u64)
    }

    /// The number of calls of a kind since the shim was armed.
    pub fn count(&self, call: Call) -> u64 {
        self.get_at(Field::Counts as u64 + call as u64)
    }

    /// The log: a line for each failed call and, with [`Shim::count_calls`], for every other call.
    pub fn log(&self) -> String {
        std::fs::read_to_string(&self.log).unwrap_or_default()
    }
}
