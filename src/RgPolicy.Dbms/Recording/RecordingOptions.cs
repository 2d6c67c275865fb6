namespace RgPolicy.Dbms.Recording;

/// <summary>How a recording is written.</summary>
public sealed record RecordingOptions
{
    /// <summary>False leaves the texts of statements out; kind, fingerprint and tables stay.</summary>
    public bool KeepTexts { get; init; } = true;

    /// <summary>How often what was written reaches the file, so that a killed recording is readable up
    /// to there.</summary>
    public TimeSpan FlushInterval { get; init; } = TimeSpan.FromSeconds(1);
}
