//! The methods about the engine and about other calls.

use crate::bots::BUILT_IN;
use crate::protocol::messages::{
    CancelParams, CancelResult, Capabilities, InitializeParams, InitializeResult, Nothing, OptionSchemas, PROTOCOL,
    Presets,
};
use crate::protocol::method::Context;
use crate::protocol::refusal::Refusal;

pub(crate) fn initialize(context: &mut Context<'_>, params: InitializeParams) -> Result<InitializeResult, Refusal> {
    if let Some(spoken) = params.protocol.filter(|spoken| spoken.0 != i128::from(PROTOCOL)) {
        let message = format!("protocol = {}: this engine speaks version {PROTOCOL}", spoken.0);
        return Err(Refusal::problem(message));
    }
    if let Some(client) = context.client {
        context.calls.want_wordings(client, params.wordings.0.unwrap_or_default());
    }
    let methods = context.methods.iter().map(|method| method.name).collect();
    Ok(InitializeResult {
        protocol: PROTOCOL,
        package: env!("CARGO_PKG_NAME"),
        version: env!("CARGO_PKG_VERSION"),
        capabilities: Capabilities { methods, cancel: true, progress: true, batch: true },
        limits: context.limits.clone(),
        bots: BUILT_IN.iter().map(|bot| bot.name).collect(),
        options: OptionSchemas,
        presets: Presets,
    })
}

pub(crate) fn cancel(context: &mut Context<'_>, params: CancelParams) -> Result<CancelResult, Refusal> {
    let cancelled = context.client.is_some_and(|client| context.calls.cancel(client, &params.id));
    Ok(CancelResult { cancelled })
}

pub(crate) fn shutdown(context: &mut Context<'_>, _: Nothing) -> Result<Nothing, Refusal> {
    if let Some(client) = context.client {
        context.calls.leave(client);
    }
    Ok(Nothing {})
}
