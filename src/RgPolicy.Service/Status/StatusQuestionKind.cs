namespace RgPolicy.Service.Status;

/// <summary>What a running loop can be asked.</summary>
public enum StatusQuestionKind
{
    /// <summary>Everything about its state: rgp/status/1.</summary>
    Status,

    /// <summary>Why one query has its class: rgp/why/1.</summary>
    Why,
}
