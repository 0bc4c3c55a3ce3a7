//! Validation of webhook URLs. Any player can make this server send requests, so these must not
//! reach anything that is private to the server: the machine itself, its local network, and the
//! metadata services of a cloud.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

/// Maximum length of a URL, in bytes.
const MAX_URL_LENGTH: usize = 2048;

/// Parses the URL of a receiver.
///
/// # Errors
/// Fails with an explanation and the way to fix it.
pub fn parse(text: &str, allow_private: bool) -> Result<Url, String> {
    if text.len() > MAX_URL_LENGTH {
        return Err(format!("send a URL of at most {MAX_URL_LENGTH} characters"));
    }
    let advice = "send a URL such as https://example.org/hooks/broadside";
    if !text.starts_with("https://") && !text.starts_with("http://") {
        return Err(format!("messages are sent over https: {advice}"));
    }
    if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(
            "a URL has only visible ASCII characters: encode others with %, or in a host name with xn--"
                .to_owned(),
        );
    }
    let url = Url::parse(text).map_err(|error| format!("this is not a URL ({error}): {advice}"))?;
    if url.scheme() != "https" && !allow_private {
        return Err(
            "messages are sent only over https: send a URL that begins with https://, or ask the operator to run the \
                server with --webhook-allow-private".to_owned()
        );
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(
            "a URL must not contain a user name or password: verify the signature of messages instead"
                .to_owned(),
        );
    }
    if url.fragment().is_some() {
        return Err("a fragment (after #) is never sent: leave it out".to_owned());
    }
    if !is_allowed(&url, allow_private) {
        return Err(
            "this is an address of a private network or of the server itself: send a public one, or ask the operator \
                to run the server with --webhook-allow-private"
                .to_owned(),
        );
    }
    Ok(url)
}

/// Returns true if a URL may be called, judged without a DNS lookup.
pub fn is_allowed(url: &Url, allow_private: bool) -> bool {
    let Some(host) = url.host() else { return false };
    allow_private
        || match host {
            Host::Ipv4(ip) => is_public(ip.into()),
            Host::Ipv6(ip) => is_public(ip.into()),
            Host::Domain(name) => {
                let name = name.trim_end_matches('.');
                name != "localhost" && !name.ends_with(".localhost")
            }
        }
}

/// IPv4 networks that are not public, by the IANA registry (iana-ipv4-special-registry), plus
/// multicast and reserved addresses. The standard library has no stable function for this, and the
/// crates that copy its unstable one accept IPv6 addresses that stand for private IPv4 addresses.
const NOT_PUBLIC: [(Ipv4Addr, u32); 15] = [
    (Ipv4Addr::new(0, 0, 0, 0), 8),
    (Ipv4Addr::new(10, 0, 0, 0), 8),
    (Ipv4Addr::new(100, 64, 0, 0), 10),
    (Ipv4Addr::new(127, 0, 0, 0), 8),
    (Ipv4Addr::new(169, 254, 0, 0), 16),
    (Ipv4Addr::new(172, 16, 0, 0), 12),
    (Ipv4Addr::new(192, 0, 0, 0), 24),
    (Ipv4Addr::new(192, 0, 2, 0), 24),
    (Ipv4Addr::new(192, 88, 99, 0), 24),
    (Ipv4Addr::new(192, 168, 0, 0), 16),
    (Ipv4Addr::new(198, 18, 0, 0), 15),
    (Ipv4Addr::new(198, 51, 100, 0), 24),
    (Ipv4Addr::new(203, 0, 113, 0), 24),
    (Ipv4Addr::new(224, 0, 0, 0), 4),
    (Ipv4Addr::new(240, 0, 0, 0), 4),
];

/// IPv6 addresses that are assigned for public use, and exceptions from them by the IANA registry:
/// protocols, documentation, 6to4 (which leads to an IPv4 address), and segment routing.
const GLOBAL_UNICAST: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);
const GLOBAL_UNICAST_EXCEPTIONS: [(Ipv6Addr, u32); 5] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23),
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32),
    (Ipv6Addr::new(0x2002, 0, 0, 0, 0, 0, 0, 0), 16),
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20),
    (Ipv6Addr::new(0x3ffe, 0, 0, 0, 0, 0, 0, 0), 16),
];

/// Returns true if an IP address is public. IPv6 addresses that stand for an IPv4 address do not
/// count as public, because nobody needs them.
pub fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => !NOT_PUBLIC
            .iter()
            .any(|(network, bits)| (ip.to_bits() ^ network.to_bits()) >> (32 - bits) == 0),
        IpAddr::V6(ip) => {
            is_in_network(ip, GLOBAL_UNICAST)
                && !GLOBAL_UNICAST_EXCEPTIONS.iter().any(|network| is_in_network(ip, *network))
        }
    }
}

/// Returns true if an address has the first `bits` bits of a network.
fn is_in_network(ip: Ipv6Addr, (network, bits): (Ipv6Addr, u32)) -> bool {
    (ip.to_bits() ^ network.to_bits()) >> (128 - bits) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_not_public() {
        let public = [
            "1.1.1.1",
            "9.255.255.255",
            "11.0.0.0",
            "100.63.255.255",
            "100.128.0.0",
            "172.15.0.1",
            "172.32.0.1",
            "192.0.1.1",
            "192.167.1.1",
            "198.17.255.255",
            "198.20.0.0",
            "223.255.255.255",
            "2600::1",
            "2a00:1450::1",
            "2001:200::1",
            "2003::1",
        ];
        let private = [
            "0.0.0.0",
            "0.1.2.3",
            "10.1.2.3",
            "100.64.0.1",
            "100.127.255.255",
            "127.0.0.1",
            "127.255.255.255",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.0.0.1",
            "192.0.0.170",
            "192.0.2.1",
            "192.88.99.1",
            "192.168.0.1",
            "198.18.0.1",
            "198.19.255.255",
            "198.51.100.1",
            "203.0.113.1",
            "224.0.0.1",
            "239.1.1.1",
            "240.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::7f00:1",
            "::ffff:127.0.0.1",
            "::ffff:8.8.8.8",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "100::1",
            "2001::1",
            "2001:db8::1",
            "2001:1ff:ffff::1",
            "2002:7f00:1::",
            "3fff::1",
            "5f00::1",
            "fc00::1",
            "fd12:3456::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "ff0e::1",
        ];
        for address in public {
            assert!(is_public(address.parse().unwrap()), "{address}");
        }
        for address in private {
            assert!(!is_public(address.parse().unwrap()), "{address}");
        }
    }

    #[test]
    fn a_private_address_is_refused_in_every_notation() {
        let valid = [
            "https://example.org",
            "https://example.org:8443/hooks?for=ada",
            "https://1.1.1.1/",
            "https://[2600::1]/",
            "https://EXAMPLE.ORG/",
        ];
        for text in valid {
            assert!(parse(text, false).is_ok(), "{text}: {:?}", parse(text, false));
        }
        let invalid = [
            "",
            "example.org",
            "http://example.org/",
            "ftp://example.org/",
            "file:///etc/passwd",
            "https://",
            "https://ada:secret@example.org/",
            "https://ada@example.org/",
            "https://example.org/#x",
            "https://127.0.0.1/",
            "https://127.1/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://0177.0.0.1/",
            "https://127.0.0.1./",
            "https://[::1]/",
            "https://[::ffff:127.0.0.1]/",
            "https://[::ffff:7f00:1]/",
            "https://localhost/",
            "https://LOCALHOST:1/",
            "https://localhost./",
            "https://a.localhost/",
            "https://１２７.0.0.1/",
            "https://169.254.169.254/latest/meta-data/",
            "https://10.0.0.1/",
            "https://[fe80::1]/",
            "https://0/",
            "HTTPS://example.org/",
            " https://example.org/",
            "https:example.org",
            "https://exa mple.org/",
            "https://exämple.org/",
        ];
        for text in invalid {
            assert!(parse(text, false).is_err(), "{text}");
        }
        for text in ["http://127.0.0.1:8080/", "https://localhost/", "http://example.org/"] {
            assert!(parse(text, true).is_ok(), "{text}");
        }
        assert!(
            parse(&format!("https://example.org/{}", "x".repeat(MAX_URL_LENGTH)), false).is_err()
        );
        assert!(parse("https://ada:secret@example.org/", true).is_err());
    }
}
