namespace RgPolicy.Service.Status.Transport;

/// <summary>One asker's connection.</summary>
internal interface IStatusConnection : IDisposable
{
    /// <summary>What is said over it.</summary>
    Stream Stream { get; }

    /// <summary>Who asks, by the system's word; null where it does not tell. To be asked after something was read: a
    /// pipe knows then.</summary>
    StatusAsker? Asker();
}
