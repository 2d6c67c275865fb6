using System.Text.Json;
using RgPolicy.Dbms.Configure;
using RgPolicy.Dbms.PostgreSql.Configure;

namespace RgPolicy.Dbms.Tests.PostgreSql.Configure;

/// <summary>What may have changed at a server since RgPolicy set something there.</summary>
public sealed class RolePlannerTests
{
    private const string Both = "RgPolicy: max_parallel_workers_per_gather, work_mem";

    private static readonly RoleState Nothing = new([]);

    private static readonly RolePlanner Planner = new(
        "postgres://admin@host:5432/postgres",
        new ServerIdentity("postgresql", "16.1", null, "1")
    );

    [Fact]
    public void Back_RoleHasResetItsSettingsItself_TakesTheMarkerAway()
    {
        var plan = Planner.Back(Nothing, Catalog([Row("app", ("rgpolicy.owner", Both))]));

        Assert.Equal(
            ["BEGIN;", "ALTER ROLE \"app\" IN DATABASE \"shop\" RESET rgpolicy.owner;", "COMMIT;"],
            plan.Steps.Select(step => step.Sql),
            StringComparer.Ordinal
        );
        Assert.Equal(ConfigurationChange.Drop, Assert.Single(plan.Changes).Action);
    }

    [Fact]
    public void Toward_MarkerNamesWhatIsGone_IsWrittenAnew()
    {
        var plan = Toward(
            Catalog([Row("app", ("work_mem", "8192kB"), ("rgpolicy.owner", Both))]),
            Row("app", ("work_mem", "8192kB"))
        );

        Assert.Contains(
            plan.Steps,
            step => step.Sql.EndsWith("SET rgpolicy.owner TO 'RgPolicy: work_mem';", StringComparison.Ordinal)
        );
    }

    [Fact]
    public void Back_SomebodyElseHasSetItSince_LeavesItAndSaysSo()
    {
        var before = new RoleState([Row("app", ("max_parallel_workers_per_gather", "2"), ("work_mem", "8192kB"))]);

        var plan = Planner.Back(before, Catalog([Row("app", ("work_mem", "77MB"))]));

        Assert.DoesNotContain(plan.Steps, step => step.Sql.Contains("SET work_mem", StringComparison.Ordinal));
        Assert.Contains(
            "SET rgpolicy.owner TO 'RgPolicy: max_parallel_workers_per_gather';",
            plan.Steps[^2].Sql,
            StringComparison.Ordinal
        );
        Assert.Equal("app in shop: work_mem was set by others and is left as it is.", Assert.Single(plan.Warnings));
    }

    [Theory]
    [InlineData("gone", "shop", "gone in shop: the role is not there any more; nothing is set.")]
    [InlineData("app", "gone", "app in gone: the database is not there any more; nothing is set.")]
    [InlineData("boss", "shop", "boss in shop: the role is a superuser; nothing is set.")]
    [InlineData("copy", "shop", "copy in shop: the role is for replication; nothing is set.")]
    [InlineData("admin", "shop", "admin in shop: the role is the connection's own; nothing is set.")]
    [InlineData(
        "b\uFFFDd",
        "shop",
        "b\uFFFDd in shop: the name is not valid UTF-8, so no statement can be sent for it; nothing is set."
    )]
    public void Back_WhereNothingMayBeSetNow_GoesOnWithTheOthers(string role, string database, string warning)
    {
        var before = new RoleState([Row("app", ("work_mem", "8192kB")), Row(role, database, ("work_mem", "8192kB"))]);
        var actual = Catalog([]);

        var plan = Planner.Back(before, actual);

        Assert.Equal("app in shop", Assert.Single(plan.Changes).Name);
        Assert.Equal(warning, Assert.Single(plan.Warnings));
        Assert.DoesNotContain(
            plan.Steps,
            step => step.Sql.Contains(role == "app" ? database : role, StringComparison.Ordinal)
        );
    }

    [Fact]
    public void Back_OwnRoleHasBecomeASuperuser_OnlyASuperuserTakesItBack()
    {
        ImmutableArray<RoleSettings> rows =
        [
            Row("app", ("work_mem", "8192kB"), ("rgpolicy.owner", "RgPolicy: work_mem")),
            Row("boss", ("work_mem", "8192kB"), ("rgpolicy.owner", "RgPolicy: work_mem")),
        ];

        var asAdmin = Planner.Back(Nothing, Catalog(rows));
        var asSuperuser = Planner.Back(Nothing, Catalog(rows, LoginTraits.Connection | LoginTraits.Superuser));

        Assert.DoesNotContain(asAdmin.Steps, step => step.Sql.Contains("boss", StringComparison.Ordinal));
        Assert.Contains(
            "boss in shop: the role is a superuser now",
            Assert.Single(asAdmin.Warnings),
            StringComparison.Ordinal
        );
        Assert.Empty(RolePlanner.Differences(Catalog(rows[1..]), Nothing));
        Assert.Equal(2, asSuperuser.Changes.Length);
    }

    [Fact]
    public void DigestOf_RoleHasBecomeASuperuser_IsAnother()
    {
        var before = Catalog([]);
        var after = before with { Roles = before.Roles.SetItem("app", LoginTraits.Superuser) };

        Assert.NotEqual(RolePlanner.DigestOf(before), RolePlanner.DigestOf(after), StringComparer.Ordinal);
        Assert.Equal(
            RolePlanner.DigestOf(before),
            RolePlanner.DigestOf(before with { Roles = before.Roles.Add("new", LoginTraits.None) })
        );
    }

    [Fact]
    public void Back_MarkerNamesAHostileSetting_StaysInItsQuotes()
    {
        const string name = "my.x; DROP ROLE boss";

        var plan = Planner.Back(Nothing, Catalog([Row("app", (name, "1"), ("rgpolicy.owner", "RgPolicy: " + name))]));

        Assert.Equal("ALTER ROLE \"app\" IN DATABASE \"shop\" RESET my.\"x; DROP ROLE boss\";", plan.Steps[1].Sql);
    }

    [Fact]
    public void Plan_Goal_IsWhatIsComparedAfterwards()
    {
        var plan = Toward(
            Catalog([Row("app", ("work_mem", "77MB"))]),
            Row("app", ("max_parallel_workers_per_gather", "2"), ("work_mem", "8192kB"))
        );
        var goal = plan.Goal.Deserialize(RoleJson.Default.RoleState) ?? Nothing;

        Assert.Empty(
            RolePlanner.Differences(
                Catalog([
                    Row(
                        "app",
                        ("work_mem", "77MB"),
                        ("max_parallel_workers_per_gather", "2"),
                        ("rgpolicy.owner", "RgPolicy: max_parallel_workers_per_gather")
                    ),
                ]),
                goal
            )
        );
        Assert.Single(
            RolePlanner.Differences(
                Catalog([Row("app", ("work_mem", "77MB"), ("max_parallel_workers_per_gather", "2"))]),
                goal
            )
        );
    }

    [Fact]
    public void Plan_MemoryOfSomebodyElse_KeepsItsMultiplierToo()
    {
        var plan = Toward(
            Catalog([Row("app", ("work_mem", "77MB"))]),
            Row("app", ("hash_mem_multiplier", "1"), ("work_mem", "8192kB"))
        );

        Assert.Empty(plan.Steps);
        Assert.Equal("app in shop: work_mem was set by others and is left as it is.", Assert.Single(plan.Warnings));
    }

    private static ChangePlan Toward(RoleCatalog actual, params RoleSettings[] wanted) =>
        Planner.Toward(new LoginCompilation<RoleSettings>([.. wanted], [], []), "r1", actual);

    private static RoleCatalog Catalog(
        ImmutableArray<RoleSettings> rows,
        LoginTraits connection = LoginTraits.Connection
    ) =>
        new(
            new RoleState(rows),
            ImmutableSortedDictionary.CreateRange(
                StringComparer.Ordinal,
                new Dictionary<string, LoginTraits>(StringComparer.Ordinal)
                {
                    ["app"] = LoginTraits.None,
                    ["boss"] = LoginTraits.Superuser,
                    ["copy"] = LoginTraits.Replication,
                    ["admin"] = connection,
                }
            ),
            ImmutableHashSet.Create(StringComparer.Ordinal, "shop")
        );

    private static RoleSettings Row(string role, params (string Name, string Value)[] values) =>
        Row(role, "shop", values);

    private static RoleSettings Row(string role, string database, params (string Name, string Value)[] values) =>
        new(
            role,
            database,
            values.ToImmutableSortedDictionary(each => each.Name, each => each.Value, StringComparer.Ordinal)
        );
}
