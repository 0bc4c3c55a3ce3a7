//! What a server that checks mail says of it (RFC 8601).

use super::headers::Headers;

/// Whether the one whose word is believed says that the sender is another one: by DMARC, or where that says nothing by DKIM.
///
/// A server takes fields away that come in under its own name, and puts its own on top: so the first one counts.
pub(super) fn has_failed(headers: &Headers<'_>, trusted: &str) -> bool {
    let fields = headers.all("Authentication-Results");
    let mut by_trusted = fields.iter().filter_map(|field| {
        let field = without_comments(field);
        let (by, results) = field.split_once(';')?;
        let by = by.split_whitespace().next()?;
        by.eq_ignore_ascii_case(trusted).then(|| results.to_lowercase())
    });
    let Some(results) = by_trusted.next() else { return false };
    let results: Vec<(&str, &str)> = results.split(';').filter_map(result).collect();
    let of = |method: &str| -> Vec<&str> {
        results.iter().filter(|(of, _)| *of == method).map(|(_, result)| *result).collect()
    };
    let (dmarc, dkim) = (of("dmarc"), of("dkim"));
    match (dmarc.contains(&"fail"), dmarc.contains(&"pass")) {
        (true, _) => true,
        (false, true) => false,
        // Several may have signed it: one that holds is enough.
        (false, false) => dkim.contains(&"fail") && !dkim.contains(&"pass"),
    }
}

/// A method and what it came to, as in ` dkim = pass header.d=example.org`.
fn result(text: &str) -> Option<(&str, &str)> {
    let (method, rest) = text.split_once('=')?;
    let method = method.split('/').next()?.trim();
    let result = rest.split_whitespace().next()?;
    Some((method, result))
}

/// The text without what stands in parentheses.
fn without_comments(text: &str) -> String {
    let mut depth = 0_u32;
    let kept = |c: &char| {
        match c {
            '(' => depth += 1,
            ')' if depth > 0 => {
                depth -= 1;
                return false;
            }
            _ => {}
        }
        depth == 0
    };
    text.chars().filter(kept).collect()
}

#[cfg(test)]
mod tests {
    use mail_parser::MessageParser;

    use super::*;

    fn fails(fields: &str) -> bool {
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
            // What somebody has written into it stands below what the server has.
            (
                "Authentication-Results: mx.example.org; dmarc=fail\r\nAuthentication-Results: mx.example.org; dmarc=pass",
                true,
            ),
            ("X-Nothing: here", false),
            ("Authentication-Results: mx.example.org", false),
        ];
        for (fields, expected) in cases {
            assert_eq!(fails(fields), expected, "{fields}");
        }
    }
}
