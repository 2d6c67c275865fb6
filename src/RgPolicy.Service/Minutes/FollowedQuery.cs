namespace RgPolicy.Service.Minutes;

/// <summary>A query between two looks.</summary>
internal sealed class FollowedQuery
{
    public required string Class { get; set; }

    /// <summary>Its class is final, or it is old enough for it to matter.</summary>
    public bool IsDecided { get; set; }

    public TimeSpan Elapsed { get; set; }

    public TimeSpan Cpu { get; set; }

    /// <summary>The number of the look that saw it last.</summary>
    public long Seen { get; set; }
}
