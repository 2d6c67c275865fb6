namespace RgPolicy.Service.Watching;

/// <summary>Glances at one backend between two polls.</summary>
internal interface IBackendGlance : IDisposable
{
    /// <summary>What has become of its statement since the last glance; at the first one, that it may
    /// have ended.</summary>
    StatementSign Look();

    /// <summary>Whether it waits for its client, or is gone: less than a look tells, and cheaper.</summary>
    bool HasEnded();
}
