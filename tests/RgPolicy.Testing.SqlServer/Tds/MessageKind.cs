namespace RgPolicy.Testing.SqlServer.Tds;

/// <summary>What a packet's first byte says (MS-TDS 2.2.3.1.1).</summary>
internal enum MessageKind : byte
{
    Batch = 1,
    Rpc = 3,
    Answer = 4,
    Attention = 6,
    Login = 16,
    PreLogin = 18,
}
