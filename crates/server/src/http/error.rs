//! Errors as answers, and JSON in and out.

use axum::body::{Body, to_bytes};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use http_body_util::LengthLimitError;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wire::server::{ApiError, ApiErrorCode, ApiErrorJson};

/// The longest body of a request.
pub(crate) const MAX_BODY: usize = 16 * 1024;

/// An error that is answered.
#[derive(Clone, Debug)]
pub(crate) struct Failure(pub(crate) ApiError);

impl From<ApiError> for Failure {
    fn from(error: ApiError) -> Failure {
        Failure(error)
    }
}

impl From<crate::store::StoreError> for Failure {
    fn from(error: crate::store::StoreError) -> Failure {
        tracing::error!(%error, "storage failed");
        failure(ApiErrorCode::Unavailable, "the server cannot look that up now; try again")
    }
}

/// An error with a message.
pub(crate) fn failure(code: ApiErrorCode, message: impl Into<String>) -> Failure {
    Failure(ApiError::new(code, message))
}

impl Failure {
    /// The answer with a status that says more than the code's own.
    pub(crate) fn with(self, status: StatusCode) -> Response {
        json(status, &ApiErrorJson { error: self.0 })
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.0.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        self.with(status)
    }
}

/// An answer in JSON.
pub(crate) fn json(status: StatusCode, value: &impl Serialize) -> Response {
    match serde_json::to_vec(value) {
        Ok(text) => {
            let mut response = Response::new(Body::from(text));
            *response.status_mut() = status;
            response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
            response
        }
        Err(error) => {
            tracing::error!(%error, "an answer is no JSON");
            StatusCode::INTERNAL_SERVER_ERROR.into_response()
        }
    }
}

/// Answers 200 with JSON.
pub(crate) struct Good<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Good<T> {
    fn into_response(self) -> Response {
        json(StatusCode::OK, &self.0)
    }
}

/// Answers 201 with JSON.
pub(crate) struct Created<T>(pub(crate) T);

impl<T: Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        json(StatusCode::CREATED, &self.0)
    }
}

/// The body of a request as JSON; nothing at all stands for `{}`.
pub(crate) struct Json<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Response;

    async fn from_request(request: Request, _: &S) -> Result<Json<T>, Response> {
        let bytes = to_bytes(request.into_body(), MAX_BODY).await;
        let bytes = bytes.map_err(|error| match error.into_inner().is::<LengthLimitError>() {
            true => failure(ApiErrorCode::BadRequest, format!("a body has at most {MAX_BODY} bytes"))
                .with(StatusCode::PAYLOAD_TOO_LARGE),
            false => failure(ApiErrorCode::BadRequest, "the body breaks off").into_response(),
        })?;
        let text: &[u8] = if bytes.iter().all(u8::is_ascii_whitespace) { b"{}" } else { &bytes };
        read(text).map(Json).map_err(IntoResponse::into_response)
    }
}

/// JSON of a request.
pub(crate) fn read<T: DeserializeOwned>(text: &[u8]) -> Result<T, Failure> {
    serde_json::from_slice(text).map_err(|error| failure(ApiErrorCode::BadRequest, error.to_string()))
}

/// What the address of a request says after its `?`.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Query<T>, Failure> {
        let query = axum::extract::Query::<T>::try_from_uri(&parts.uri);
        query.map(|query| Query(query.0)).map_err(|error| failure(ApiErrorCode::BadRequest, error.body_text()))
    }
}

/// What an address names. What is no text names nothing.
pub(crate) struct Path(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Path {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path, Failure> {
        let path = axum::extract::Path::<String>::from_request_parts(parts, state).await;
        path.map(|path| Path(path.0)).map_err(|_| failure(ApiErrorCode::NotFound, "there is nothing here"))
    }
}
