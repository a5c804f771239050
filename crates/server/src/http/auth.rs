//! Who asks.

use super::App;
use super::error::{Failure, failure};
use crate::limits::{self, Address};
use crate::secret;
use axum::extract::{ConnectInfo, FromRequestParts, OptionalFromRequestParts};
use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use wire::server::{ApiErrorCode, PlayerView};

/// How many players are remembered so that storage need not be asked again.
const KNOWN: usize = 50_000;

/// Players by the public part of their tokens, with the hash of the other part.
#[derive(Default)]
pub(crate) struct Known(Mutex<HashMap<String, ([u8; 32], PlayerView)>>);

impl Known {
    fn find(&self, id: &str, hash: &[u8; 32]) -> Option<PlayerView> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(id).filter(|(stored, _)| secret::same(stored, hash)).map(|(_, player)| player.clone())
    }

    fn remember(&self, id: &str, hash: [u8; 32], player: &PlayerView) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= KNOWN {
            known.clear();
        }
        known.insert(id.to_owned(), (hash, player.clone()));
    }

    /// Names may have changed unheard.
    pub(crate) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// A player's name has changed.
    pub(crate) fn forget(&self, player: &str) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|_, (_, other)| other.id != player);
    }
}

/// The player to whom a token belongs.
pub(crate) async fn player(app: &App, token: &str) -> Result<PlayerView, Failure> {
    let unknown = || failure(ApiErrorCode::Unauthorised, "nobody has this token");
    let (id, hash) = secret::split(token).ok_or_else(unknown)?;
    if let Some(player) = app.known.find(id, &hash) {
        return Ok(player);
    }
    let found = app.store.token(id.to_owned()).await?;
    // Something is compared also when there is no such token.
    let stored = found.as_ref().map_or(&[0; 32][..], |(stored, _)| stored);
    match (secret::same(stored, &hash), found) {
        (true, Some((_, player))) => {
            app.known.remember(id, hash, &player);
            Ok(player)
        }
        _ => Err(unknown()),
    }
}

/// The token in the headers, if there is one.
fn token(headers: &HeaderMap) -> Option<Result<&str, Failure>> {
    let header = headers.get(AUTHORIZATION)?;
    let text = header.to_str().unwrap_or_default();
    let (scheme, token) = text.split_once(' ').unwrap_or_default();
    let good = scheme.eq_ignore_ascii_case("bearer") && !token.trim().is_empty();
    let wrong = || failure(ApiErrorCode::Unauthorised, "`Authorization: Bearer TOKEN` expected");
    Some(if good { Ok(token.trim()) } else { Err(wrong()) })
}

/// Whoever asks, and has said so.
pub(crate) struct Speaker(pub(crate) PlayerView);

impl FromRequestParts<Arc<App>> for Speaker {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Speaker, Failure> {
        let missing = || failure(ApiErrorCode::Unauthorised, "say who you are: `Authorization: Bearer TOKEN`");
        let token = token(&parts.headers).ok_or_else(missing)??;
        player(app, token).await.map(Speaker)
    }
}

impl OptionalFromRequestParts<Arc<App>> for Speaker {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Option<Speaker>, Failure> {
        match token(&parts.headers) {
            None => Ok(None),
            Some(token) => player(app, token?).await.map(|player| Some(Speaker(player))),
        }
    }
}

/// Where a request comes from.
pub(crate) fn address(app: &App, headers: &HeaderMap, peer: Option<&ConnectInfo<SocketAddr>>) -> Address {
    let peer = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |ConnectInfo(peer)| peer.ip());
    let forwarded: Vec<&str> =
        headers.get_all("x-forwarded-for").iter().filter_map(|header| header.to_str().ok()).collect();
    limits::client(peer, &forwarded, app.config.trusted_hops).into()
}

impl FromRequestParts<Arc<App>> for Address {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Address, Failure> {
        Ok(address(app, &parts.headers, parts.extensions.get::<ConnectInfo<SocketAddr>>()))
    }
}
