namespace RgPolicy.Sidecar.Guarding;

/// <summary>What guard and mover tell each other, one byte each.</summary>
internal static class ChannelByte
{
    /// <summary>Mover: the socket listens.</summary>
    internal const byte Listening = (byte)'L';

    /// <summary>Mover: a client has taken or renewed the lease.</summary>
    internal const byte Renewed = (byte)'H';

    /// <summary>Mover: everything is given back, the lease is free.</summary>
    internal const byte Released = (byte)'R';

    /// <summary>Guard: the lease has run out, let everything go.</summary>
    internal const byte Expired = (byte)'X';

    /// <summary>Guard: restore and end.</summary>
    internal const byte Quit = (byte)'Q';
}
