using System.Text.Json.Serialization;
using RgPolicy.Documents.Status;

namespace RgPolicy.Documents.Why;

/// <summary><c>rgp/why/1</c> of a plan: why it has its class and limits.</summary>
public record ExplanationDocument
{
    /// <summary><c>rgp/why/1</c>.</summary>
    [JsonPropertyOrder(-2)]
    public string? Schema { get; init; }

    /// <summary>The class's name.</summary>
    public string? Class { get; init; }

    /// <summary>The line of the class in the policy.</summary>
    public long? Line { get; init; }

    /// <summary>Whether a signal that is still missing can change the class.</summary>
    public bool? Provisional { get; init; }

    /// <summary>The names of <see cref="Unknown"/>.</summary>
    public IReadOnlyList<string>? UnknownSignals { get; init; }

    /// <summary>Every class from the first to the one that it has.</summary>
    public IReadOnlyList<TriedClassDocument>? Tried { get; init; }

    /// <summary>The pool's name.</summary>
    public string? Pool { get; init; }

    /// <summary>What becomes of each of the pool's settings.</summary>
    public IReadOnlyList<SettingStatus>? Settings { get; init; }

    /// <summary>Of the policy.</summary>
    public string? Revision { get; init; }

    /// <summary>Signals that the tried classes asked about and that are not known.</summary>
    public IReadOnlyList<UnknownSignalDocument>? Unknown { get; init; }

    /// <summary>What its processes have because of that.</summary>
    public AllotmentDocument? Allotment { get; init; }

    /// <summary>Whether it should run beside the others; null where nothing is said of it.</summary>
    public CoRunDocument? CoRun { get; init; }
}
