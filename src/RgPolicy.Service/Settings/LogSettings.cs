namespace RgPolicy.Service.Settings;

/// <summary>Where a service's log goes.</summary>
public sealed record LogSettings
{
    /// <summary>How it looks.</summary>
    public LogFormat Format { get; init; }

    /// <summary>Every single decision too.</summary>
    public bool IsVerbose { get; init; }

    /// <summary>A file beside standard error, or null; a full one (16 MiB) is numbered and the last
    /// eight are kept.</summary>
    public string? File { get; init; }
}

/// <summary>How a service's log looks.</summary>
public enum LogFormat
{
    /// <summary>Lines to read; for the journal each with its priority, elsewhere with its time.</summary>
    Text,

    /// <summary>One JSON object per line, with event number and every value by name.</summary>
    Json,
}
