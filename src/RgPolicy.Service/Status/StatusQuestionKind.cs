namespace RgPolicy.Service.Status;

/// <summary>What a running loop can be asked for.</summary>
public enum StatusQuestionKind
{
    /// <summary>Everything about its state: rgp/status/1.</summary>
    Status,

    /// <summary>Why one query has its class: rgp/why/1.</summary>
    Why,

    /// <summary>Figures in the Prometheus text format.</summary>
    Metrics,

    /// <summary>Let everything go and enforce nothing: rgp/pause/1.</summary>
    Pause,

    /// <summary>Enforce again: rgp/pause/1.</summary>
    Resume,

    /// <summary>Read the policy again: rgp/reload/1.</summary>
    Reload,

    /// <summary>Go back to the policy that was in force before: rgp/reload/1.</summary>
    ReloadPrevious,

    /// <summary>Put the changed policy in force that waits for it: rgp/reload/1.</summary>
    Approve,
}
