//! The addresses of pages: keys that cannot be guessed, this machine in its network, and codes that a telephone reads.

use std::hash::{BuildHasher, Hasher};
use std::io::IsTerminal;
use std::net::{IpAddr, Ipv4Addr, UdpSocket};

use anstyle::{Ansi256Color, Style};
use qrcode::render::unicode::Dense1x2;
use qrcode::{EcLevel, QrCode};
use tiny_http::Server;

/// Black and white in the palette of 256 colours, which themes of terminals do not change.
const BLACK: Ansi256Color = Ansi256Color(16);
const WHITE: Ansi256Color = Ansi256Color(231);

/// A part of the address that cannot be guessed: other pages and programs do not reach the game without it.
pub(super) fn key() -> String {
    let drawn = || std::collections::hash_map::RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", drawn(), drawn())
}

/// A server that listens there, and its port.
pub(super) fn listen(bound: Ipv4Addr) -> Result<(Server, u16), String> {
    let server = Server::http((bound, 0)).map_err(|problem| problem.to_string())?;
    let address = server.server_addr().to_ip().ok_or("the server has no address")?;
    let port = address.port();
    Ok((server, port))
}

/// The address of this machine in its network; its own if there is none.
pub(super) fn in_network() -> IpAddr {
    // Nothing is sent: the system only says from which address it would be. The other one is reserved for examples.
    let found = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(203, 0, 113, 1), 9))?;
        socket.local_addr()
    });
    found.map_or(Ipv4Addr::LOCALHOST.into(), |address| address.ip())
}

/// The rows of a code that a telephone reads as this text. None where standard output shows no colours, and for texts
/// that are too long for a code.
pub(super) fn code(text: &str) -> Vec<String> {
    let is_shown = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    if is_shown { coded(text) } else { Vec::new() }
}

fn coded(text: &str) -> Vec<String> {
    let Ok(code) = QrCode::with_error_correction_level(text, EcLevel::L) else { return Vec::new() };
    let picture = code.render::<Dense1x2>().module_dimensions(1, 1).build();
    let style = Style::new().fg_color(Some(BLACK.into())).bg_color(Some(WHITE.into()));
    picture.lines().map(|row| format!("{style}{row}{style:#}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ() {
        assert!(key() != key() && key().len() == 32);
    }

    #[test]
    fn a_code_fits_a_terminal() {
        let rows = coded(&format!("http://192.0.2.255:65535/{}/", key()));
        let width = |row: &String| row.chars().filter(|sign| " ▀▄█".contains(*sign)).count();
        assert!(rows.len() <= 21 && rows.iter().all(|row| width(row) == 41), "{rows:?}");
        assert!(coded(&"x".repeat(10_000)).is_empty());
    }
}
