namespace RgPolicy.Service.Settings;

/// <summary>How a server is to be governed; of a command or of a service.</summary>
internal record LoopOptions
{
    /// <summary>So long nothing is cancelled where nothing was said: 1 min.</summary>
    public static readonly TimeSpan UsualCancelGrace = TimeSpan.FromMinutes(1);

    /// <summary>The policy's file: as the user gave it to a command, absolute in a service's settings.</summary>
    public required string Policy { get; init; }

    /// <summary>A changed policy waits until it is approved.</summary>
    public bool ApprovePolicy { get; init; }

    /// <summary>How far the loop goes.</summary>
    public GovernorLevel Level { get; init; }

    /// <summary>Rules may cancel queries at level enforce; without it they only say that they would.</summary>
    public bool MayCancel { get; init; }

    /// <summary>For this long after the loop's start nothing is cancelled: queries that have run for long by then began
    /// before anyone could see what the policy makes of them.</summary>
    public TimeSpan CancelGrace { get; init; } = UsualCancelGrace;

    /// <summary>What status, page and log show of statements' texts.</summary>
    public TextDisplay ShowText { get; init; }

    /// <summary>The audit trail's file, absolute, or null.</summary>
    public string? Audit { get; init; }
}

/// <summary>How far the loop goes.</summary>
internal enum GovernorLevel
{
    /// <summary>Watches and classifies; touches nothing.</summary>
    Observe,

    /// <summary>As observe, and logs what enforcing would do.</summary>
    Advise,

    /// <summary>Carries out every decision and reads it back.</summary>
    Enforce,
}

/// <summary>What status, page and log show of statements' texts.</summary>
internal enum TextDisplay
{
    None,

    /// <summary>Their beginning, with <c>?</c> for every literal.</summary>
    WithoutLiterals,

    Full,
}
