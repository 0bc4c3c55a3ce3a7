//! The header of a message, as far as it is asked for.

use mail_parser::{HeaderForm, HeaderValue, Message};

/// The most ids of messages that are taken from a field.
const MOST_IDS: usize = 100;
/// The most characters of a subject.
const LONGEST_SUBJECT: usize = 200;

/// The header of a message.
pub(super) struct Headers<'a>(&'a Message<'a>);

impl<'a> Headers<'a> {
    pub(super) fn of(message: &'a Message<'a>) -> Self {
        Self(message)
    }

    /// The values of all fields of this name, as they stand there, each as one line.
    pub(super) fn all(&self, name: &str) -> Vec<String> {
        let named = self.0.headers().iter().filter(|header| header.name().eq_ignore_ascii_case(name));
        let value = |start: u32, end: u32| {
            let bytes = self.0.raw_message.get(start as usize..end as usize).unwrap_or_default();
            String::from_utf8_lossy(bytes).split_whitespace().collect::<Vec<_>>().join(" ")
        };
        named.map(|header| value(header.offset_start(), header.offset_end())).collect()
    }

    /// The value of the first field of this name.
    pub(super) fn first(&self, name: &str) -> Option<String> {
        self.all(name).into_iter().next()
    }

    /// Whether there is such a field.
    pub(super) fn has(&self, name: &str) -> bool {
        self.0.headers().iter().any(|header| header.name().eq_ignore_ascii_case(name))
    }

    /// The addresses in all fields of this name.
    pub(super) fn addresses(&self, name: &'static str) -> Vec<String> {
        let mut found = Vec::new();
        for value in self.0.header_as(name, HeaderForm::Addresses) {
            if let HeaderValue::Address(addresses) = value {
                found.extend(addresses.iter().filter_map(|address| address.address()).map(str::to_owned));
            }
        }
        found
    }

    /// The ids of messages in the fields of this name, as far as they can be repeated.
    pub(super) fn ids(&self, name: &'static str) -> Vec<String> {
        let values = self.0.header_as(name, HeaderForm::MessageIds);
        let ids = values.into_iter().flat_map(|value| match value {
            HeaderValue::Text(id) => vec![id.into_owned()],
            HeaderValue::TextList(ids) => ids.into_iter().map(std::borrow::Cow::into_owned).collect(),
            _ => Vec::new(),
        });
        let can_be = |id: &String| {
            (1..=250).contains(&id.len()) && id.chars().all(|c| c.is_ascii_graphic() && !"<>".contains(c))
        };
        ids.filter(can_be).take(MOST_IDS).collect()
    }

    /// Who has written the message, if it names one and no more.
    pub(super) fn sender(&self) -> Option<String> {
        let [sender] = <[String; 1]>::try_from(self.addresses("From")).ok()?;
        let sender = sender.trim();
        let (local, domain) = sender.rsplit_once('@')?;
        let plain = |c: char| !c.is_control() && !c.is_whitespace() && !"<>,;:\"()[]\\".contains(c);
        let is_address = !local.is_empty() && !domain.is_empty() && sender.len() <= 254;
        (is_address && sender.chars().all(plain)).then(|| sender.to_owned())
    }

    /// What whoever has written it is called there.
    pub(super) fn sender_name(&self) -> Option<String> {
        let mut values = self.0.header_as("From", HeaderForm::Addresses).into_iter();
        match values.next()? {
            HeaderValue::Address(addresses) => addresses.first()?.name().map(str::to_owned),
            _ => None,
        }
    }

    /// The subject, in one line.
    pub(super) fn subject(&self) -> String {
        let subject = self.0.subject().unwrap_or_default();
        let words: Vec<_> = subject.split(|c: char| c.is_whitespace() || c.is_control()).collect();
        words
            .into_iter()
            .filter(|word| !word.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
            .chars()
            .take(LONGEST_SUBJECT)
            .collect()
    }

    /// Its content type in small letters, as in `multipart/report`.
    pub(super) fn content_type(&self) -> String {
        let value = self.first("Content-Type").unwrap_or_default().to_lowercase();
        value.split(';').next().unwrap_or_default().trim().to_owned()
    }

    /// The whole value of its content type, in small letters.
    pub(super) fn content_type_value(&self) -> String {
        self.first("Content-Type").unwrap_or_default().to_lowercase()
    }
}
