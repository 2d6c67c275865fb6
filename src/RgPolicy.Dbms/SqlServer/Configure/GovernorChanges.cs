using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.SqlServer.Compile;

namespace RgPolicy.Dbms.SqlServer.Configure;

/// <summary>Lists what becomes of each object, unchanged ones included.</summary>
internal static class GovernorChanges
{
    private const string Running = "running";
    private const string NextSession = "next_session";

    public static ImmutableArray<ConfigurationChange> Of(GovernorState from, GovernorState to, GovernorScript script) =>
        [
            .. Objects(
                GovernorKinds.ResourcePool,
                from.Pools,
                to.Pools,
                pool => pool.Name,
                GovernorJson.Default.ResourcePoolSpec,
                script,
                "CPU and reads at once, memory with the next grants, schedulers with new tasks"
            ),
            .. Objects(
                GovernorKinds.WorkloadGroup,
                from.Groups,
                to.Groups,
                group => group.Name,
                GovernorJson.Default.WorkloadGroupSpec,
                script,
                "requests that begin from then on; sessions stay in their group"
            ),
            .. Classifiers(from, to, script),
            .. Switches(from, to),
        ];

    /// <summary>With the first objects RECONFIGURE turns it on anyway, and with the last they say it.</summary>
    private static IEnumerable<ConfigurationChange> Switches(GovernorState from, GovernorState to)
    {
        if (from.IsEnabled != to.IsEnabled && from.Pools.Length > 0 && to.Pools.Length > 0)
        {
            yield return new ConfigurationChange(
                ConfigurationChange.Alter,
                GovernorKinds.Governor,
                to.IsEnabled ? "on" : "off",
                Enabled(from),
                Enabled(to),
                [to.IsEnabled ? GovernorStatements.Reconfigure : GovernorStatements.Disable],
                Running,
                to.IsEnabled
                    ? "it is off: no limit is in force and new sessions are in default"
                    : "every limit is lifted and new sessions are in default; what is stored stays"
            );
        }
    }

    private static JsonElement Enabled(GovernorState state) =>
        JsonSerializer.SerializeToElement(new GovernorSwitch(state.IsEnabled), GovernorJson.Default.GovernorSwitch);

    private static IEnumerable<ConfigurationChange> Objects<TSpec>(
        string kind,
        ImmutableArray<TSpec> from,
        ImmutableArray<TSpec> to,
        Func<TSpec, string> nameOf,
        JsonTypeInfo<TSpec> json,
        GovernorScript script,
        string reach
    )
        where TSpec : class
    {
        foreach (var after in to)
        {
            var before = Find(from, nameOf(after), nameOf);
            var action = ConfigurationChange.ActionOf(after.Equals(before), before is not null, true);
            yield return Change(
                action,
                kind,
                nameOf(after),
                before,
                after,
                json,
                script,
                Running,
                action == ConfigurationChange.None ? "as it should be" : reach
            );
        }

        foreach (var before in from.Where(each => Find(to, nameOf(each), nameOf) is null))
        {
            yield return Change(
                ConfigurationChange.Drop,
                kind,
                nameOf(before),
                before,
                null,
                json,
                script,
                Running,
                "not needed any more; while something is in it, its limits are lifted instead"
            );
        }
    }

    private static IEnumerable<ConfigurationChange> Classifiers(
        GovernorState from,
        GovernorState to,
        GovernorScript script
    )
    {
        foreach (var after in to.Functions)
        {
            var before = from.Function(after.Name);
            var isUsed = to.Classifier is { } used && used.IsSame(after);
            var action =
                before is null ? ConfigurationChange.Create
                : before != after || (isUsed && script.Of(GovernorKinds.Classifier, after.Name).Length > 0)
                    ? ConfigurationChange.Alter
                : ConfigurationChange.None;
            yield return Change(
                action,
                GovernorKinds.Classifier,
                after.Name,
                before,
                after,
                GovernorJson.Default.ClassifierFunction,
                script,
                NextSession,
                isUsed
                    ? "puts sessions into their groups when they begin; sessions that are there stay where they are"
                    : "not in use"
            );
        }

        foreach (var before in from.Functions.Where(each => to.Function(each.Name) is null))
        {
            yield return Change(
                ConfigurationChange.Drop,
                GovernorKinds.Classifier,
                before.Name,
                before,
                null,
                GovernorJson.Default.ClassifierFunction,
                script,
                NextSession,
                "not in use any more"
            );
        }
    }

    private static ConfigurationChange Change<TSpec>(
        string action,
        string kind,
        string name,
        TSpec? before,
        TSpec? after,
        JsonTypeInfo<TSpec> json,
        GovernorScript script,
        string effect,
        string reason
    )
        where TSpec : class =>
        new(action, kind, name, Element(before, json), Element(after, json), script.Of(kind, name), effect, reason);

    private static JsonElement? Element<TSpec>(TSpec? spec, JsonTypeInfo<TSpec> json)
        where TSpec : class => spec is null ? null : JsonSerializer.SerializeToElement(spec, json);

    private static TSpec? Find<TSpec>(ImmutableArray<TSpec> specs, string name, Func<TSpec, string> nameOf)
        where TSpec : class =>
        specs.FirstOrDefault(each => string.Equals(nameOf(each), name, StringComparison.OrdinalIgnoreCase));
}

/// <summary>Whether Resource Governor is on, as a plan shows it.</summary>
internal sealed record GovernorSwitch(bool Enabled);

/// <summary>The kinds of objects in a plan for SQL Server.</summary>
internal static class GovernorKinds
{
    public const string ResourcePool = "resource_pool";
    public const string WorkloadGroup = "workload_group";
    public const string Classifier = "classifier";
    public const string Governor = "resource_governor";
}

[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    UseStringEnumConverter = true
)]
[JsonSerializable(typeof(GovernorState))]
[JsonSerializable(typeof(ResourcePoolSpec))]
[JsonSerializable(typeof(WorkloadGroupSpec))]
[JsonSerializable(typeof(ClassifierFunction))]
[JsonSerializable(typeof(GovernorSwitch))]
internal sealed partial class GovernorJson : JsonSerializerContext;

/// <summary>The values of a new object of Resource Governor of which its statement says nothing.</summary>
internal static class GovernorDefaults
{
    private static readonly JsonElement Pool = JsonSerializer.SerializeToElement(
        new ResourcePoolSpec(""),
        GovernorJson.Default.ResourcePoolSpec
    );

    private static readonly JsonElement Group = JsonSerializer.SerializeToElement(
        new WorkloadGroupSpec("", ""),
        GovernorJson.Default.WorkloadGroupSpec
    );

    /// <summary>Of a kind of objects, as plans show them; null of other kinds.</summary>
    public static JsonElement? Of(string kind) =>
        kind switch
        {
            GovernorKinds.ResourcePool => Pool,
            GovernorKinds.WorkloadGroup => Group,
            _ => null,
        };
}
