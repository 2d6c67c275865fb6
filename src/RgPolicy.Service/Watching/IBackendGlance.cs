namespace RgPolicy.Service.Watching;

/// <summary>Glances at one backend between two polls.</summary>
internal interface IBackendGlance : IDisposable
{
    /// <summary>What has become of its statement since the last glance; at the first one, that it may
    /// have ended.</summary>
    StatementSign Look();
}
