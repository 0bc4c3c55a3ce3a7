//! Decodes `format=flowed` (RFC 3676): a line that ends with a space continues on the next line.

/// Joins the lines of each paragraph.
pub(super) fn decode(text: &str, delete_spaces: bool) -> String {
    let mut all = String::with_capacity(text.len());
    // Quote depth of the previous line, if that continues.
    let mut goes_on = None;
    for line in text.lines() {
        let depth = line.len() - line.trim_start_matches('>').len();
        let rest = &line[depth..];
        // Space-stuffing: lines that could be misread have an extra space at the beginning.
        let words = rest.strip_prefix(' ').unwrap_or(rest);
        let is_signature = words == "-- ";
        if goes_on != Some(depth) || is_signature {
            if goes_on.is_some() {
                all.push('\n');
            }
            all.extend(std::iter::repeat_n('>', depth));
            if depth > 0 {
                all.push(' ');
            }
        }
        let flows = words.ends_with(' ') && !is_signature;
        let words =
            if flows && delete_spaces { words.strip_suffix(' ').unwrap_or(words) } else { words };
        all.push_str(words);
        goes_on = flows.then_some(depth);
        if !flows {
            all.push('\n');
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn lines_that_end_with_a_space_are_joined() {
        let text = "PLACE CARRIER A1 DOWN, \nCRUISER C1 ACROSS\n > not quoted\n>> quoted \n>> twice\n> once \nmine\n-- \nAda\n";
        let expected = "PLACE CARRIER A1 DOWN, CRUISER C1 ACROSS\n> not quoted\n>> quoted twice\n> once \nmine\n-- \nAda\n";
        assert_eq!(decode(text, false), expected);
        assert_eq!(decode("FIRE A \n5\n", true), "FIRE A5\n");
        assert_eq!(decode("goes on \n-- \nAda", false), "goes on \n-- \nAda\n");
        assert_eq!(decode("ends so ", false), "ends so ");
    }
}
