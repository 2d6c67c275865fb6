using System.Text.Json;
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

/// <summary>What co-run advice says of one query.</summary>
/// <param name="Admitted">Whether it should run beside the others.</param>
/// <param name="Reason">Why, for people.</param>
public sealed record CoRunDocument(bool? Admitted, string? Reason);

/// <summary>A signal that is not known.</summary>
/// <param name="Signal">Its full name.</param>
/// <param name="State"><c>pending</c>, or <c>absent</c> where it cannot come any more.</param>
public sealed record UnknownSignalDocument(string? Signal, string? State);

/// <summary>A class that was tried.</summary>
/// <param name="Class">Its name.</param>
/// <param name="Line">Its line in the policy.</param>
/// <param name="Result">What its condition came to: <c>true</c>, <c>false</c> or <c>unknown</c>.</param>
/// <param name="Atoms">Every question that its condition asks, in the order of the text.</param>
public sealed record TriedClassDocument(
    string? Class,
    long? Line,
    string? Result,
    IReadOnlyList<TriedAtomDocument>? Atoms
);

/// <summary>A question that a class asked.</summary>
/// <param name="Text">In the words of the policy.</param>
/// <param name="Value">The signal's value, in the base unit of its type; null where it is not known.</param>
/// <param name="ValueText">The value for people, such as <c>12 MiB</c>; null is not written.</param>
/// <param name="Result"><c>true</c>, <c>false</c> or <c>unknown</c>.</param>
/// <param name="Decides">Whether the class's result rests on it.</param>
public sealed record TriedAtomDocument(
    string? Text,
    JsonElement? Value,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? ValueText,
    string? Result,
    bool? Decides
);
