namespace RgPolicy.Service.Settings;

/// <summary>How a service's log looks.</summary>
public enum LogFormat
{
    /// <summary>Lines to read; for the journal each with its priority, elsewhere with its time.</summary>
    Text,

    /// <summary>One JSON object per line, with event number and every value by name.</summary>
    Json,
}
