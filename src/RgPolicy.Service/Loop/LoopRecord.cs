using RgPolicy.Service.Audit;
using RgPolicy.Service.Reactions;
using RgPolicy.Service.Status;

namespace RgPolicy.Service.Loop;

/// <summary>What a loop has counted and remembers, for its status.</summary>
internal sealed class LoopRecord(LoopParts parts, Func<IReadOnlyList<(string Class, long Queries)>> counts)
{
    private readonly long _began = parts.Time.GetTimestamp();

    /// <summary>How fast queries were governed.</summary>
    public ReactionRecorder Reactions { get; } = new(parts.ReportReaction);

    /// <summary>Which classes queries were given lately.</summary>
    public DecisionMinutes Minutes { get; } = new(parts.Time);

    /// <summary>What was changed last.</summary>
    public ChangeHistory History { get; } = new(parts.Audit, parts.Time);

    /// <summary>Completed turns.</summary>
    public long Turns { get; private set; }

    /// <summary>Since the loop began.</summary>
    public TimeSpan Elapsed => parts.Time.GetElapsedTime(_began);

    /// <summary>A turn is completed.</summary>
    public void CompleteTurn()
    {
        Turns++;
        Minutes.Follow(counts);
    }
}
