namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>What a client sent, its packets put together.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Body">Without the packets' headers.</param>
internal sealed record Message(MessageKind Kind, byte[] Body);
