//! What a server that checks mail says of it (RFC 8601).

use super::headers::Headers;

/// Whether the one whose word is believed says that the sender is another one: by DMARC, or where that says nothing by DKIM. `None`
/// if it says nothing at all.
///
/// A server takes fields away that come in under its own name. What it writes itself may be several fields, for each of its
/// programs writes its own: a failure in any of them counts, and what cannot be read is taken for one.
pub(super) fn has_failed(headers: &Headers<'_>, trusted: &str) -> Option<bool> {
    let mut says = false;
    let mut all: Vec<(String, String)> = Vec::new();
    for field in headers.all("Authentication-Results") {
        let Some(plain) = plain(&field) else {
            // Whose it is stands before all that somebody else could have chosen.
            let by = field.split(|c: char| c.is_whitespace() || c == ';').next().unwrap_or_default();
            if by.eq_ignore_ascii_case(trusted) {
                return Some(true);
            }
            continue;
        };
        let (by, results) = plain.split_once(';').unwrap_or((&plain, ""));
        if by.split_whitespace().next().is_some_and(|by| by.eq_ignore_ascii_case(trusted)) {
            says = true;
            all.extend(results.to_lowercase().split(';').filter_map(result));
        }
    }
    let of = |method: &str, result: &str| all.iter().any(|(of, is)| of == method && is == result);
    says.then(|| match (of("dmarc", "fail"), of("dmarc", "pass")) {
        (true, _) => true,
        (false, true) => false,
        // Several may have signed it: one that holds is enough.
        (false, false) => of("dkim", "fail") && !of("dkim", "pass"),
    })
}

/// A method and what it came to, as in ` dkim = pass header.d=example.org`.
fn result(text: &str) -> Option<(String, String)> {
    let (method, rest) = text.split_once('=')?;
    let method = method.split('/').next()?.trim();
    let result = rest.split_whitespace().next()?;
    Some((method.to_owned(), result.to_owned()))
}

/// The text without what stands in parentheses or quotation marks, in which a backslash takes the meaning from what follows it.
/// `None` if something of that does not end.
fn plain(text: &str) -> Option<String> {
    let (mut depth, mut quoted, mut escaped) = (0_u32, false, false);
    let mut plain = String::new();
    for c in text.chars() {
        if std::mem::take(&mut escaped) {
            continue;
        }
        match c {
            '\\' if quoted || depth > 0 => escaped = true,
            '"' if depth == 0 => quoted = !quoted,
            _ if quoted => {}
            '(' => depth += 1,
            ')' if depth > 0 => depth -= 1,
            _ if depth > 0 => {}
            c => plain.push(c),
        }
    }
    (!quoted && depth == 0).then_some(plain)
}

#[cfg(test)]
mod tests {
    use mail_parser::MessageParser;

    use super::*;

    fn fails(fields: &str) -> Option<bool> {
        let raw = format!("From: ada@example.org\r\n{fields}\r\n\r\nFIRE A5\r\n");
        let message = MessageParser::default().parse_headers(&raw).unwrap();
        has_failed(&Headers::of(&message), "mx.example.org")
    }

    #[test]
    fn a_failure_is_one_that_the_trusted_server_tells() {
        let cases = [
            ("Authentication-Results: mx.example.org; dmarc=fail header.from=example.org", true),
            (
                "Authentication-Results: MX.example.org 1;\r\n dkim=pass header.d=example.org;\r\n dmarc=pass",
                false,
            ),
            ("Authentication-Results: mx.example.org; dkim=fail reason=\"bad\" header.d=example.org", true),
            ("Authentication-Results: mx.example.org; dkim=fail; dkim=pass header.d=example.org", false),
            ("Authentication-Results: mx.example.org; dkim=fail; dmarc=pass", false),
            ("Authentication-Results: mx.example.org (dmarc=fail; not so); spf=fail; dkim=none", false),
            ("Authentication-Results: mx.example.org; dmarc = fail (p=reject)", true),
            ("Authentication-Results: mx.elsewhere.org; dmarc=fail", false),
            ("Authentication-Results: mx.example.org; none", false),
            // Whatever somebody has written into it, and whichever program of the server comes first.
            (
                "Authentication-Results: mx.example.org; spf=pass smtp.mailfrom=a@example.org\r\nAuthentication-Results: mx.example.org; dmarc=fail",
                true,
            ),
            (
                "Authentication-Results: mx.example.org; dkim=fail header.i=@example.org\r\nAuthentication-Results: mx.example.org; dkim=pass",
                false,
            ),
            (
                r#"Authentication-Results: mx.example.org; spf=pass smtp.mailfrom="("@evil.org; dmarc=fail"#,
                true,
            ),
            (r#"Authentication-Results: mx.example.org; dkim=fail header.i="; dkim=pass"@evil.org"#, true),
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
    fn whether_anything_is_said_is_told() {
        for silent in ["X-Nothing: here", "Authentication-Results: mx.elsewhere.org; dmarc=fail"] {
            assert_eq!(fails(silent), None, "{silent}");
        }
        for fine in
            ["Authentication-Results: mx.example.org", "Authentication-Results: mx.example.org; spf=fail"]
        {
            assert_eq!(fails(fine), Some(false), "{fine}");
        }
    }
}
