namespace RgPolicy.Dbms.Configure;

/// <summary>What is to be done to a server's configuration: a document that can be read, kept and
/// carried out as it stands.</summary>
internal sealed record ChangePlan
{
    public const string CurrentSchema = "rgp/plan/1";
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>The connection, without any secret.</summary>
    public required string Target { get; init; }

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

    public ImmutableArray<string> Warnings { get; init; } = [];

    /// <summary>What RgPolicy set and others have changed since: it is left as it is, and the server is not as it
    /// should be. Each is one of the <see cref="Warnings"/> too.</summary>
    [JsonIgnore]
    public ImmutableArray<string> ChangedByOthers { get; init; } = [];

    /// <summary>Why it cannot be carried out; empty where it can.</summary>
    public ImmutableArray<string> Refusals { get; init; } = [];

    public ImmutableArray<ChangeStep> Steps { get; init; } = [];

    /// <summary>What the configuration was when the plan was made; another one refuses the plan.</summary>
    public string StateDigest { get; init; } = "";

    public JsonElement Goal { get; init; }
    public string Digest { get; init; } = "";

    /// <summary>Says that this host's own key vouches for the digest; null for a plan that was not kept
    /// in a file.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? HostSeal { get; init; }

    /// <summary>The plan for change control; null where the DBMS has no such scripts, and for a plan
    /// that cannot be carried out.</summary>
    [JsonIgnore]
    public ChangeScripts? Scripts { get; init; }

    [JsonIgnore]
    public bool IsEmpty => Steps.IsEmpty;
}

/// <summary>A plan as scripts for change control: running them takes nothing of RgPolicy's.</summary>
/// <remarks><c>BackOut</c>: leads back to what was there when the plan was made. <c>Problem</c>: why there can be none;
/// null where they may be run.</remarks>
internal sealed record ChangeScripts(string Forward, string BackOut, string? Problem);

/// <summary>One statement of a plan; steps are run in order, each as a batch of its own.</summary>
/// <param name="Sql">The statement.</param>
/// <param name="IsInNewSession">Begin a new session first: the one before may be in what the statement removes.</param>
internal sealed record ChangeStep(string Sql, bool IsInNewSession = false)
{
    /// <summary>A batch that does the same, and can be run again after it was done; null where the
    /// statement itself can.</summary>
    [JsonIgnore]
    public string? Repeatable { get; init; }
}

/// <summary>Something that the server's own configuration cannot carry out, or only degraded.</summary>
/// <remarks><c>Setting</c>: the words of the policy, or <c>class</c> for a whole class. <c>Required</c>: it was asked
/// for with <c>require</c>; a plan says so by refusing.</remarks>
internal sealed record UnenforcedSetting(
    string Setting,
    string Class,
    string Reason,
    [property: JsonIgnore] bool Required
)
{
    /// <summary>Why a plan is refused that leaves out something required.</summary>
    [JsonIgnore]
    internal string Refusal => $"`{Setting}` of class {Class} is required, and {Reason}";

    /// <summary>What the logins of a server cannot be given of a policy. The service enforces what acts on the running
    /// query, or nothing does.</summary>
    internal static IEnumerable<UnenforcedSetting> Of(
        PolicyProgram program,
        Func<Setting, TargetProfile, string> reasonOf,
        string ofService
    ) =>
        from item in program.Policy.Classes
        from setting in item.Pool.Settings
        let reason = reasonOf(setting, program.Target)
        where reason.Length > 0
        select new UnenforcedSetting(setting.Text, item.Name, reason, setting.Required && reason != ofService);
}

/// <summary>What a policy comes to in what a server keeps for its logins.</summary>
internal sealed record LoginCompilation<TRow>(
    ImmutableArray<TRow> Rows,
    ImmutableArray<UnenforcedSetting> NotEnforced,
    ImmutableArray<string> Warnings
)
{
    /// <summary>The plan that leads there; it does nothing where something required is left out.</summary>
    public ChangePlan Seal(ChangePlan plan, string revision)
    {
        ImmutableArray<string> refusals = [.. NotEnforced.Where(item => item.Required).Select(item => item.Refusal)];
        return ChangePlanFile.Seal(
            plan with
            {
                Revision = revision,
                NotEnforced = NotEnforced,
                Warnings = [.. Warnings, .. plan.Warnings],
                Refusals = refusals,
                Steps = refusals.IsEmpty ? plan.Steps : [],
                Scripts = refusals.IsEmpty ? plan.Scripts : null,
            }
        );
    }
}

/// <summary>Why nothing is set for a login, or an account.</summary>
[Flags]
internal enum LoginTraits
{
    None = 0,
    Superuser = 1,
    Replication = 2,
    Connection = 4,
    Internal = 8,
}

/// <summary>What becomes of one object of the DBMS's own configuration.</summary>
/// <remarks><c>Action</c>: <c>create</c>, <c>alter</c>, <c>drop</c> or <c>none</c>. <c>Kind</c>: <c>resource_pool</c>,
/// <c>workload_group</c>, <c>classifier</c>, <c>query_hint</c>, <c>cpu_affinity</c>, <c>role_setting</c>,
/// <c>database_setting</c> or <c>user_limit</c>. <c>Before</c>: its values before, or null where it was not there.
/// <c>After</c>: its values after, or null where it will not be there. <c>Effect</c>: <c>running</c>,
/// <c>next_execution</c>, <c>next_session</c>, <c>instance</c> or <c>none</c>. <c>Reason</c>: why, as a sentence or
/// part of one.</remarks>
internal sealed record ConfigurationChange(
    string Action,
    string Kind,
    string Name,
    JsonElement? Before,
    JsonElement? After,
    ImmutableArray<string> Sql,
    string Effect,
    string Reason
)
{
    public const string None = "none";
    public const string Create = "create";
    public const string Alter = "alter";
    public const string Drop = "drop";

    internal static string ActionOf(bool isSame, bool isThereBefore, bool isThereAfter) =>
        isSame ? None
        : !isThereAfter ? Drop
        : !isThereBefore ? Create
        : Alter;
}

/// <summary>Which server a plan is for.</summary>
/// <remarks><c>Kind</c>: <c>sqlserver</c>, <c>postgresql</c>, <c>mariadb</c> or <c>mysql</c>. <c>Version</c>: its
/// version, such as 16.0.4165.4. <c>Edition</c>: its edition, or null where there are none.</remarks>
internal sealed record ServerIdentity(string Kind, string Version, string? Edition, string Name);
