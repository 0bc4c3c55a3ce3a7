//! Evaluates `Authentication-Results` fields of a trusted server (RFC 8601).

use super::headers::Headers;
use crate::address::exact_domain;

/// Single result, as in ` dkim = pass (good) header.d=example.org`.
struct CheckResult {
    method: String,
    result: String,
    /// Value of its property `header.from`.
    header_from: Option<String>,
    /// Values of its properties `header.d` and `header.i`.
    signers: Vec<String>,
}

/// Report of the trusted server on the sender of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The message is not from its sender.
    Failed,
    /// The report does not say.
    Open,
    /// The message is from its sender.
    Passed,
}

/// Returns what the trusted server reports on the sender of a message whose `From` has this domain.
/// DMARC decides, or DKIM if there is no DMARC result. Returns `None` if the trusted server reports
/// nothing.
///
/// A server removes fields that arrive under its own name, but may not recognize the obsolete
/// spellings of the field name. So only its topmost field can authenticate a message, since it adds
/// its own fields above those received. Its programs may write a field each, so a failure counts in
/// any of them. A field that cannot be parsed counts as a failure, and so does a result for another
/// sender than the one in `From`.
pub(super) fn verdict(headers: &Headers<'_>, trusted: &str, domain: &str) -> Option<Verdict> {
    let mut fields: Vec<Vec<CheckResult>> = Vec::new();
    for field in headers.values("Authentication-Results") {
        let Some(plain) = strip_comments(&field) else {
            // The server name comes before anything that a sender can choose.
            let server =
                field.split(|c: char| c.is_whitespace() || c == ';').next().unwrap_or_default();
            if server.eq_ignore_ascii_case(trusted) {
                return Some(Verdict::Failed);
            }
            continue;
        };
        let (server, results) = plain.split_once(';').unwrap_or((&plain, ""));
        let server = server.split_whitespace().next();
        if server.is_some_and(|server| server.eq_ignore_ascii_case(trusted)) {
            fields.push(
                results.to_ascii_lowercase().split(';').filter_map(CheckResult::parse).collect(),
            );
        }
    }
    let topmost = fields.first()?;
    let mut results = fields.iter().flatten();
    if results
        .clone()
        .any(|check| check.has_result("dmarc", "fail") || check.is_for_another(domain))
    {
        return Some(Verdict::Failed);
    }
    if topmost.iter().any(|check| check.has_result("dmarc", "pass")) {
        return Some(Verdict::Passed);
    }
    // A message may have several signatures. One of the sender's own domain is enough.
    if topmost.iter().any(|check| check.has_result("dkim", "pass") && check.is_signed_by(domain)) {
        return Some(Verdict::Passed);
    }
    if results.any(|check| check.has_result("dkim", "fail")) {
        return Some(Verdict::Failed);
    }
    Some(Verdict::Open)
}

impl CheckResult {
    fn parse(text: &str) -> Option<Self> {
        let (method, rest) = text.split_once('=')?;
        let method = method.split('/').next()?.trim().to_owned();
        let result = rest.split_whitespace().next()?.to_owned();
        // White space is allowed on either side of the dot and the equals sign.
        let mut words =
            rest.replace(" =", "=").replace("= ", "=").replace(" .", ".").replace(". ", ".");
        words = words.split_off(words.find(&result)? + result.len());
        let mut check = Self { method, result, header_from: None, signers: Vec::new() };
        for (name, value) in words.split_whitespace().filter_map(|word| word.split_once('=')) {
            let domain = value.rsplit_once('@').map_or(value, |(_, domain)| domain).to_owned();
            match name {
                "header.from" => check.header_from = Some(domain),
                "header.d" | "header.i" => check.signers.push(domain),
                _ => {}
            }
        }
        Some(check)
    }

    fn has_result(&self, method: &str, result: &str) -> bool {
        self.method == method && self.result == result
    }

    /// Returns true if the result is about a sender in another domain.
    fn is_for_another(&self, domain: &str) -> bool {
        let from = self.header_from.as_ref().filter(|_| self.method == "dmarc");
        from.is_some_and(|from| exact_domain(from).as_deref() != Some(domain))
    }

    /// Returns true if the signature is by the domain itself, or by a parent domain.
    fn is_signed_by(&self, domain: &str) -> bool {
        !self.signers.is_empty() && self.signers.iter().all(|signer| is_within(domain, signer))
    }
}

/// Returns true if a domain is `parent` or a subdomain of it. No domain is within a top-level
/// domain.
fn is_within(domain: &str, parent: &str) -> bool {
    let Some(parent) = exact_domain(parent).filter(|parent| parent.contains('.')) else {
        return false;
    };
    domain.strip_suffix(&*parent).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
}

/// Returns the text without comments, and without quoted strings that contain more than a name. A
/// backslash escapes the next character. Returns `None` if a comment or a quoted string does not
/// end.
fn strip_comments(text: &str) -> Option<String> {
    let mut depth = 0_u32;
    let mut quoted: Option<String> = None;
    let mut escaped = false;
    let mut plain = String::new();
    for c in text.chars() {
        let was_escaped = std::mem::take(&mut escaped);
        match (&mut quoted, c) {
            (Some(text), c) if was_escaped => text.push(c),
            (Some(_), '\\') => escaped = true,
            (Some(text), '"') => {
                let is_name = text.chars().all(|c| c.is_ascii_alphanumeric() || "-._@".contains(c));
                plain.extend(is_name.then_some(&**text));
                quoted = None;
            }
            (Some(text), c) => text.push(c),
            (None, _) if was_escaped => {}
            (None, '\\') if depth > 0 => escaped = true,
            (None, '"') if depth == 0 => quoted = Some(String::new()),
            (None, '(') => depth += 1,
            (None, ')') if depth > 0 => depth -= 1,
            (None, _) if depth > 0 => {}
            (None, c) => plain.push(c),
        }
    }
    (quoted.is_none() && depth == 0).then_some(plain)
}

#[cfg(test)]
mod tests {
    use mail_parser::MessageParser;

    use super::*;

    fn fails(fields: &str) -> Option<bool> {
        let raw = format!("From: ada@example.org\r\n{fields}\r\n\r\nFIRE A5\r\n");
        let message = MessageParser::default().parse_headers(&raw).unwrap();
        let verdict = verdict(&Headers::new(&message), "mx.example.org", "example.org");
        verdict.map(|verdict| verdict == Verdict::Failed)
    }

    #[test]
    fn only_the_trusted_server_can_report_a_failure() {
        let cases = [
            ("Authentication-Results: mx.example.org; dmarc=fail header.from=example.org", true),
            (
                "Authentication-Results: MX.example.org 1;\r\n dkim=pass header.d=example.org;\r\n dmarc=pass",
                false,
            ),
            (
                "Authentication-Results: mx.example.org; dkim=fail reason=\"bad\" header.d=example.org",
                true,
            ),
            (
                "Authentication-Results: mx.example.org; dkim=fail; dkim=pass header.d=example.org",
                false,
            ),
            ("Authentication-Results: mx.example.org; dkim=fail; dmarc=pass", false),
            (
                "Authentication-Results: mx.example.org (dmarc=fail; not so); spf=fail; dkim=none",
                false,
            ),
            ("Authentication-Results: mx.example.org; dmarc = fail (p=reject)", true),
            ("Authentication-Results: mx.elsewhere.org; dmarc=fail", false),
            ("Authentication-Results: mx.example.org; none", false),
            // Fields with text chosen by a sender, and fields of several programs in either order.
            (
                "Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=a@example.org\r\nAuthentication-Results: mx.example.org; dmarc=fail",
                true,
            ),
            (
                "Authentication-Results: mx.example.org; dkim=fail header.i=@example.org\r\nAuthentication-Results: mx.example.org; dkim=pass header.d=example.org",
                true,
            ),
            (
                r#"Authentication-Results: mx.example.org; spf=pass smtp.mailfrom="("@evil.org; dmarc=fail"#,
                true,
            ),
            (
                r#"Authentication-Results: mx.example.org; dkim=fail header.i="; dkim=pass"@evil.org"#,
                true,
            ),
            (
                r#"Authentication-Results: mx.example.org; dkim=fail header.i="\"; dkim=pass; x=\""@evil.org"#,
                true,
            ),
            (
                r#"Authentication-Results: mx.example.org; spf=pass smtp.mailfrom="a@evil.org; dmarc=pass"#,
                true,
            ),
            ("Authentication-Results: mx.example.org; spf=pass (it says (so; dmarc=pass", true),
            ("Authentication-Results: mx.elsewhere.org; spf=pass (it says (so; dmarc=fail", false),
            (
                "Authentication-Results: mx.example.org; dmarc=fail\r\nAuthentication-Results: mx.example.org; dmarc=pass",
                true,
            ),
            ("X-Nothing: here", false),
            ("Authentication-Results: mx.example.org", false),
        ];
        for (fields, expected) in cases {
            assert_eq!(fails(fields).unwrap_or_default(), expected, "{fields}");
        }
    }

    #[test]
    fn a_pass_counts_in_the_topmost_field_alone_however_a_field_is_spelled() {
        for name in [
            "Authentication-Results",
            "Authentication-Results ",
            "authentication-results\t ",
            "AUTHENTICATION-RESULTS \t",
        ] {
            let forged = format!("{name}: mx.example.org; dmarc=pass header.from=example.org");
            let real = "Authentication-Results: mx.example.org; dkim=fail header.d=example.org";
            assert_eq!(fails(&format!("{real}\r\n{forged}")), Some(true), "{name}");
            assert_eq!(fails(&forged), Some(false), "{name}");
        }
        let real = "Authentication-Results: mx.example.org; dkim=fail header.d=example.org";
        for forged in ["dkim=pass header.d=example.org", "dmarc=pass"] {
            let below = format!("{real}\r\nAuthentication-Results: mx.example.org; {forged}");
            assert_eq!(fails(&below), Some(true), "{forged}");
        }
        // White space within a name makes it a different name.
        let odd = "Authentication- Results: mx.example.org; dmarc=fail";
        assert_eq!(fails(odd), None);
    }

    #[test]
    fn a_result_counts_for_the_domain_of_the_sender_alone() {
        for (results, expected) in [
            ("dmarc=pass header.from=example.org", false),
            ("dmarc=pass header.from=EXAMPLE.ORG", false),
            ("dmarc=pass (p=none) header . from = \"example.org\"", false),
            ("dmarc=pass header.from=example.net", true),
            ("dmarc=none header.from=example.net", true),
            ("dmarc=none header.from=ｅxample.org", true),
            ("dmarc=pass header.from=exam\u{200b}ple.org", true),
            ("dmarc=pass header.from=\"a b\"", true),
            ("dkim=fail header.d=example.org; dkim=pass header.d=example.net", true),
            ("dkim=fail header.d=example.org; dkim=pass header.d=org", true),
            ("dkim=fail header.d=example.org; dkim=pass header.d=le.org", true),
            ("dkim=fail header.d=example.org; dkim=pass", true),
            ("dkim=fail header.d=example.net; dkim=pass header.i=@example.org", false),
            ("dmarc=none header.from=example.org; dkim=none", false),
        ] {
            let field = format!("Authentication-Results: mx.example.org; {results}");
            assert_eq!(fails(&field), Some(expected), "{results}");
        }
        let below =
            "Authentication-Results: mx.example.org; dmarc=pass header.from=mail.example.org";
        assert_eq!(fails(below), Some(true));
    }

    #[test]
    fn silence_of_the_trusted_server_differs_from_an_open_result() {
        for silent in ["X-Nothing: here", "Authentication-Results: mx.elsewhere.org; dmarc=fail"] {
            assert_eq!(fails(silent), None, "{silent}");
        }
        for fine in [
            "Authentication-Results: mx.example.org",
            "Authentication-Results: mx.example.org; spf=fail",
        ] {
            assert_eq!(fails(fine), Some(false), "{fine}");
        }
    }
}
