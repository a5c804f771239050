//! Connections as they come in.

use crate::http::Standing;
use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::net::SocketAddr;
use std::pin::pin;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{mpsc, watch};
use tower::ServiceExt;

/// How long somebody may take to say what they want; who only keeps the line busy is cut off.
const HEADERS: Duration = Duration::from_secs(15);
/// The most bytes of headers.
const MAX_HEADERS: usize = 16 * 1024;
/// How long to wait when the system has no connection left to give.
const BREATH: Duration = Duration::from_millis(200);

/// Answers connections until the server closes, and then until the open requests are done.
pub(crate) async fn accept(listener: TcpListener, router: Router, mut closing: watch::Receiver<Standing>) {
    // Each connection holds one end; when all are gone, the other end is told.
    let (open, mut all_closed) = mpsc::channel::<()>(1);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = crate::http::closed(&mut closing) => break,
        };
        match accepted {
            Ok((stream, peer)) => answer(stream, peer, router.clone(), closing.clone(), open.clone()),
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(BREATH).await;
            }
        }
    }
    drop((listener, open));
    let _ = all_closed.recv().await;
}

fn answer(
    stream: TcpStream,
    peer: SocketAddr,
    router: Router,
    mut closing: watch::Receiver<Standing>,
    open: mpsc::Sender<()>,
) {
    // Events are small and should not wait for others to go with them.
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection waits with small messages");
    }
    let service = service_fn(move |mut request: hyper::Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().oneshot(request.map(Body::new))
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS)
        .max_buf_size(MAX_HEADERS)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::spawn(async move {
        let _open = open;
        let mut connection = pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = crate::http::closed(&mut closing) => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a connection ended badly");
        }
    });
}
