namespace RgPolicy.Service.Status.Transport;

/// <summary>How a service and its clients reach each other; what they say is the same over each transport.</summary>
internal interface IStatusTransport
{
    /// <summary>Who may give orders, in the words that those who may not are told.</summary>
    string WhoMayOrder { get; }

    /// <summary>Takes the place.</summary>
    /// <exception cref="IOException">Another service has it, or it cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">It may not be made.</exception>
    /// <exception cref="System.Net.Sockets.SocketException">It cannot be made.</exception>
    IStatusListener Listen();

    /// <summary>Reaches the service; nothing has been said yet.</summary>
    /// <returns>The connection, which the caller disposes of, or why this user has none.</returns>
    /// <exception cref="IOException">Nothing listens there.</exception>
    /// <exception cref="TimeoutException">Nothing listens there.</exception>
    /// <exception cref="System.Net.Sockets.SocketException">Nothing listens there.</exception>
    Task<(Stream? Stream, string? Refusal)> ConnectAsync(CancellationToken cancellationToken);
}
