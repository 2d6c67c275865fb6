namespace RgPolicy.Service.Status.Transport;

/// <summary>One asker's connection.</summary>
internal interface IStatusConnection : IDisposable
{
    /// <summary>What is said over it.</summary>
    Stream Stream { get; }

    /// <summary>Who asks, by the system's word; null where it does not tell. Valid once something was read: a pipe
    /// knows only then.</summary>
    StatusAsker? Asker();
}
