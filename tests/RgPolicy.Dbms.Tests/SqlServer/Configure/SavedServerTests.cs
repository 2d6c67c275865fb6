using System.Text.Json.Nodes;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Connect;
using RgPolicy.Dbms.Tests.Configure;
using RgPolicy.Engine.Compile;
using RgPolicy.Language.Checking;
using RgPolicy.Testing.SqlServer;

namespace RgPolicy.Dbms.Tests.SqlServer.Configure;

/// <summary>Saved facts that were damaged or edited are refused, or make a plan; they never end a program, and what
/// is in them never becomes a statement.</summary>
public sealed class SavedServerTests : IAsyncLifetime
{
    private const string Policy =
        "language 1\npool fast { cpu min 20% }\npool slow { cpu cap 30%  maxdop 2  grant 10%  cores 0..1 }\n"
        + "class reports -> slow when session.app like 'SSRS%'\ndefault -> fast\n";

    private const string Hostile = "0) DROP DATABASE x --";

    private static readonly string[] Values =
    [
        "null",
        "-1",
        "7",
        "2147483647",
        "1e300",
        "true",
        "\"\"",
        $"\"{Hostile}\"",
        "\"a\\nGO\\n!!dir\"",
        "\"\\u0000\"",
        "[]",
        "[null]",
        "{}",
    ];

    private readonly ScriptedServer _server = ScriptedServer.Start(new ScriptedServerOptions());
    private string _facts = "";

    public async Task InitializeAsync()
    {
        await using var configurator = await SqlServerConfigurator.ConnectAsync(
            new SqlServerConnectionOptions
            {
                Host = "127.0.0.1",
                Port = _server.Port,
                User = "sa",
                Encrypts = false,
            }.WithPassword(ScriptedServer.Password),
            null,
            CancellationToken.None
        );
        foreach (
            var step in (await configurator.PlanAsync(configurator.Bind(Policy), false, CancellationToken.None)).Steps
        )
            await configurator.ExecuteAsync(step, CancellationToken.None);
        _facts = await configurator.ExportFactsAsync(DateTimeOffset.UnixEpoch, CancellationToken.None);
    }

    public async Task DisposeAsync() => await _server.DisposeAsync();

    [Fact]
    public async Task Open_AnyValueInAnyPlace_IsRefusedOrMakesAPlanWithoutIt()
    {
        Assert.NotNull(SavedConfigurator.Open(_facts));
        var places = Places(JsonNode.Parse(_facts)!, []).ToList();
        Assert.InRange(places.Count, 60, 1000);
        foreach (var place in places)
        {
            foreach (var value in Values.Append(null))
                await AssertHarmlessAsync(Edited(place, value));
        }
    }

    /// <summary>Others may give their pools any name, and a connection may be long.</summary>
    [Fact]
    public void Open_PoolOfOthersWithALineBreakAndALongTarget_IsFacts()
    {
        var facts = JsonNode.Parse(_facts)!;
        facts["target"] = "sqlserver://dba@sql01?exempt_logins=" + new string('x', 5000);
        var pools = facts["state"]!["pools"]!.AsArray();
        var theirs = pools[0]!.DeepClone();
        theirs["name"] = "a\nb]";
        pools.Add(theirs);

        Assert.NotNull(SavedConfigurator.Open(facts.ToJsonString()));
    }

    [Fact]
    public void Open_CutAnywhere_IsRefused()
    {
        for (var length = 0; length < _facts.TrimEnd().Length; length += 7)
            Assert.Null(SavedConfigurator.Open(_facts[..length]));
    }

    /// <summary>A policy that needs what is there no longer, so that the way back makes all of it again.</summary>
    private static async Task AssertHarmlessAsync(string facts)
    {
        await using var saved = SavedConfigurator.Open(facts);
        if (saved is null)
            return;
        const string other = "language 1\npool other { cpu min 10% }\ndefault -> other\n";
        foreach (var text in (string[])[Policy, other])
        {
            var policy = PolicyReader.Check(text, "p.rgp", saved.Profile).Policy;
            if (policy is null)
                continue;
            var plan = await saved.PlanAsync(
                PolicyProgram.Compile(policy, saved.Profile),
                takesOver: true,
                CancellationToken.None
            );
            if (plan.Scripts is not { Problem: null } scripts)
                continue;
            foreach (var line in (scripts.Forward + scripts.BackOut).Split('\n'))
            {
                Assert.False(line.StartsWith("!!", StringComparison.Ordinal), facts);
                Assert.True(!line.Contains(Hostile, StringComparison.Ordinal) || IsQuoted(line), facts + "\n" + line);
            }
        }
    }

    /// <summary>In a name, in a text or behind a comment's beginning.</summary>
    private static bool IsQuoted(string line) =>
        line.StartsWith("--", StringComparison.Ordinal)
        || line.Contains($"[{Hostile}", StringComparison.Ordinal)
        || line.Contains('\'', StringComparison.Ordinal)
            && line.IndexOf('\'', StringComparison.Ordinal) < line.IndexOf(Hostile, StringComparison.Ordinal);

    private string Edited(object[] place, string? value)
    {
        var root = JsonNode.Parse(_facts)!;
        var node = place[..^1].Aggregate(root, (each, step) => step is int at ? each[at]! : each[(string)step]!);
        if (value is null && place[^1] is int index)
            node.AsArray().RemoveAt(index);
        else if (value is null)
            node.AsObject().Remove((string)place[^1]);
        else if (place[^1] is int at)
            node[at] = JsonNode.Parse(value);
        else
            node[(string)place[^1]] = JsonNode.Parse(value);
        return root.ToJsonString();
    }

    private static IEnumerable<object[]> Places(JsonNode node, object[] here) =>
        node switch
        {
            JsonObject fields => fields.SelectMany(each => Below(each.Value, [.. here, each.Key])),
            JsonArray items => items.SelectMany((each, at) => Below(each, [.. here, at])),
            _ => [],
        };

    private static IEnumerable<object[]> Below(JsonNode? node, object[] place) =>
        node is null ? [place] : Places(node, place).Prepend(place);
}
