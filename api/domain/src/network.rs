//! Parts of the network whose addresses count together.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Returns the first of the addresses that count as one client: an IPv4 address, or the 64 bits of
/// IPv6 that one user has.
pub fn client(address: IpAddr) -> IpAddr {
    mask(address, 32, 64)
}

/// Returns the first address of the network whose amounts of a day count together.
pub fn network(address: IpAddr) -> IpAddr {
    mask(address, 24, 48)
}

/// Returns the first address of the wide network that has a share of a node.
pub fn wide_network(address: IpAddr) -> IpAddr {
    mask(address, 16, 48)
}

/// Returns the first address with the same first bits.
fn mask(address: IpAddr, ipv4_bits: u32, ipv6_bits: u32) -> IpAddr {
    match address {
        IpAddr::V4(address) => {
            Ipv4Addr::from_bits(address.to_bits() & (u32::MAX << (32 - ipv4_bits))).into()
        }
        IpAddr::V6(address) => {
            Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << (128 - ipv6_bits))).into()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_a_client_and_of_a_network_count_together() {
        for (address, expected) in [
            ("192.0.2.1", ["192.0.2.1", "192.0.2.0", "192.0.0.0"]),
            ("2001:db8:1:2::3", ["2001:db8:1:2::", "2001:db8:1::", "2001:db8:1::"]),
        ] {
            let address = address.parse().unwrap();
            let networks = [client(address), network(address), wide_network(address)];
            assert_eq!(networks.map(|address| address.to_string()), expected);
        }
    }
}
