using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace RgPolicy.Dbms.Configure;

/// <summary>What is to be done to a server's configuration: a document that can be read, kept and
/// carried out as it stands.</summary>
public sealed record ChangePlan
{
    /// <summary>The form of the document.</summary>
    public const string CurrentSchema = "rgp/plan/1";

    /// <summary>Names the form of the document.</summary>
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>The connection, without any secret.</summary>
    public required string Target { get; init; }

    /// <summary>The server.</summary>
    public required ServerIdentity Server { get; init; }

    /// <summary>The policy's revision; null for a rollback.</summary>
    public string? Revision { get; init; }

    /// <summary>What becomes of each object, unchanged ones included.</summary>
    public ImmutableArray<ConfigurationChange> Changes { get; init; } = [];

    /// <summary>What the server's own configuration cannot carry out.</summary>
    public ImmutableArray<UnenforcedSetting> NotEnforced { get; init; } = [];

    /// <summary>Why the server's own configuration carries out nothing of the policy at all; null where
    /// it does something.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Unsupported { get; init; }

    /// <summary>What to know before it is carried out.</summary>
    public ImmutableArray<string> Warnings { get; init; } = [];

    /// <summary>What RgPolicy set and others have changed since: it is left as it is, and the server is not as it
    /// should be. Each is one of the <see cref="Warnings"/> too.</summary>
    [JsonIgnore]
    public ImmutableArray<string> ChangedByOthers { get; init; } = [];

    /// <summary>Why it cannot be carried out; empty where it can.</summary>
    public ImmutableArray<string> Refusals { get; init; } = [];

    /// <summary>All statements, in order.</summary>
    public ImmutableArray<ChangeStep> Steps { get; init; } = [];

    /// <summary>What the configuration was when the plan was made; another one refuses the plan.</summary>
    public string StateDigest { get; init; } = "";

    /// <summary>What the configuration is to be, in the words of the DBMS.</summary>
    public JsonElement Goal { get; init; }

    /// <summary>Recognises a plan that was edited.</summary>
    public string Digest { get; init; } = "";

    /// <summary>Says that this host's own key vouches for the digest; null for a plan that was not kept
    /// in a file.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? HostSeal { get; init; }

    /// <summary>The plan for change control; null where the DBMS has no such scripts, and for a plan
    /// that cannot be carried out.</summary>
    [JsonIgnore]
    public ChangeScripts? Scripts { get; init; }

    /// <summary>True where nothing is to be done.</summary>
    [JsonIgnore]
    public bool IsEmpty => Steps.IsEmpty;
}
