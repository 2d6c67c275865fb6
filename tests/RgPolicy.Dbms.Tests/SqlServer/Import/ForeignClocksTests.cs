using NodaTime;
using RgPolicy.Dbms.Configure.Logins;
using RgPolicy.Dbms.SqlServer.Compile;
using RgPolicy.Dbms.SqlServer.Configure;
using RgPolicy.Dbms.SqlServer.Import;
using RgPolicy.Dbms.Tests.SqlServer.Configure;
using RgPolicy.Dbms.Tests.SqlServer.Parsing;
using RgPolicy.Engine.Compile;
using RgPolicy.Engine.Signals;
using RgPolicy.Language.Checking;
using RgPolicy.Testing.SqlServer.Running;

namespace RgPolicy.Dbms.Tests.SqlServer.Import;

/// <summary>What a classifier asks of the clock becomes windows.</summary>
public sealed class ForeignClocksTests
{
    private const string Head = "CREATE FUNCTION dbo.theirs() RETURNS sysname WITH SCHEMABINDING AS\nBEGIN\n";

    [Theory]
    [InlineData("DATEPART(HOUR, GETDATE()) >= 22", "during from_2200_to_0000")]
    [InlineData("DATEPART(hh, GETDATE()) >= 22 OR DATEPART(hh, GETDATE()) < 6", "during from_2200_to_0600")]
    [InlineData("NOT (DATEPART(HOUR, SYSDATETIME()) BETWEEN 6 AND 21)", "during from_2200_to_0600")]
    [InlineData("DATEPART(HOUR, GETDATE()) NOT BETWEEN 6 AND 21", "during from_2200_to_0600")]
    [InlineData("DATEPART(HOUR, CURRENT_TIMESTAMP) IN (22, 23, 0)", "during from_2200_to_0100")]
    [InlineData("18 <= DATEPART(HOUR, GETDATE())", "during from_1800_to_0000")]
    [InlineData(
        "DATEPART(HOUR, GETDATE()) * 100 + DATEPART(MINUTE, GETDATE()) BETWEEN 830 AND 1729",
        "during from_0830_to_1730"
    )]
    [InlineData("CONVERT(time, GETDATE()) BETWEEN '22:00' AND '23:59:59'", "during from_2200_to_0000")]
    [InlineData(
        "CAST(GETDATE() AS time) >= '8:00PM' AND APP_NAME() = 'x'",
        "(during from_2000_to_0000 and session.app = 'x')"
    )]
    [InlineData("CAST(GETDATE() AS time(0)) < CAST('06:30' AS time)", "during from_0000_to_0630")]
    [InlineData("CONVERT(varchar(5), GETDATE(), 108) > '22:00'", "during from_2201_to_0000")]
    [InlineData("LEFT(CONVERT(varchar, GETDATE(), 114), 5) = '00:00'", "during from_0000_to_0001")]
    [InlineData("CONVERT(char(8), GETDATE(), 108) <= '05:59:59'", "during from_0000_to_0600")]
    [InlineData("(DATEPART(dw, GETDATE()) + @@DATEFIRST) % 7 IN (0, 1)", "during sat_sun_from_0000_to_0000")]
    [InlineData(
        "(DATEPART(dw, GETDATE()) + @@DATEFIRST) % 7 NOT IN (0, 1) AND DATEPART(HOUR, GETDATE()) BETWEEN 8 AND 17",
        "during mon_fri_from_0800_to_1800"
    )]
    [InlineData("DATEPART(HOUR, GETDATE()) <> 12", "during from_1300_to_1200")]
    [InlineData(
        "DATEPART(HOUR, GETDATE()) <> 12 AND DATEPART(HOUR, GETDATE()) <> 3 AND (DATEPART(dw, GETDATE()) + @@DATEFIRST) % 7 > 1",
        "not (during mon_fri_from_0300_to_0400 or during mon_fri_from_1200_to_1300 or during "
            + "sat_sun_from_0000_to_0000)"
    )]
    [InlineData("DATEPART(HOUR, GETUTCDATE()) = 12", "during from_1200_to_1300_utc")]
    [InlineData("DATEPART(MINUTE, GETDATE()) >= 0 AND APP_NAME() = 'x'", "session.app = 'x'")]
    public void Read_Hours_AreWindows(string condition, string expected)
    {
        var read = Timed($"IF {condition} RETURN 'slow'; RETURN 'fast'");

        Assert.Equal($"slow: {expected}|fast", string.Join('|', read.Answers.Select(Text)));
        Assert.Empty(read.Left.Concat(read.Remarks));
    }

    [Theory]
    [InlineData("DECLARE @h int = DATEPART(HOUR, GETDATE()); IF @h >= 22 OR @h < 6 RETURN 'slow' RETURN 'fast'")]
    [InlineData(
        "DECLARE @t time; SET @t = CONVERT(time, GETDATE()) IF @t >= '22:00' OR @t < '06:00' RETURN 'slow' RETURN 'fast'"
    )]
    [InlineData(
        "DECLARE @now datetime = GETDATE(), @from int = 22 IF DATEPART(HOUR, @now) >= @from OR DATEPART(HOUR, @now) <= 5 "
            + "RETURN 'slow' RETURN 'fast'"
    )]
    [InlineData(
        "DECLARE @t time = GETDATE(), @e time = '06:00' RETURN CASE WHEN @t >= @e AND @t < '22:00' THEN 'fast' ELSE 'slow' END"
    )]
    public void Read_VariableOfTheClock_IsTheClock(string body)
    {
        var read = Timed(body);

        Assert.Contains("during from_", string.Join('|', read.Answers.Select(Text)), StringComparison.Ordinal);
        Assert.Empty(read.Left.Concat(read.Remarks));
    }

    [Theory]
    [InlineData(
        "DECLARE @h int IF APP_NAME() = 'x' SET @h = DATEPART(HOUR, GETDATE()) IF @h = 3 RETURN 'slow' RETURN 'fast'"
    )]
    [InlineData("DECLARE @h int = DATEPART(HOUR, GETDATE()) SET @h = 3 IF @h = 3 RETURN 'slow' RETURN 'fast'")]
    [InlineData("DECLARE @h smalldatetime = GETDATE() IF DATEPART(HOUR, @h) = 3 RETURN 'slow' RETURN 'fast'")]
    [InlineData("IF CAST(GETDATE() AS time) = '22:00' RETURN 'slow' RETURN 'fast'")]
    [InlineData("IF CAST(GETDATE() AS time) < '22:00:30' RETURN 'slow' RETURN 'fast'")]
    [InlineData("IF CONVERT(varchar(5), GETDATE(), 108) > '8:00' RETURN 'slow' RETURN 'fast'")]
    [InlineData("IF DATEPART(DAY, GETDATE()) = 1 RETURN 'slow' RETURN 'fast'")]
    [InlineData("IF GETDATE() > '20260101' RETURN 'slow' RETURN 'fast'")]
    [InlineData("IF DATEPART(HOUR, GETDATE()) > DATEPART(HOUR, GETUTCDATE()) RETURN 'slow' RETURN 'fast'")]
    public void Read_ClockThatNoWindowHas_IsNamed(string body) =>
        Assert.StartsWith("line 3: no class can ask", Assert.Single(Timed(body).Left).Text, StringComparison.Ordinal);

    [Theory]
    [InlineData(
        "DATENAME(WEEKDAY, GETDATE()) IN ('Saturday', 'Sunday')",
        "during sat_sun_from_0000_to_0000",
        "us_english"
    )]
    [InlineData("DATEPART(WEEKDAY, GETDATE()) = 2", "during mon_from_0000_to_0000", "us_english")]
    [InlineData("APP_NAME() LIKE '[a-b]%'", "(session.app like 'a%' or session.app like 'b%')", "collation")]
    public void Read_WhatDependsOnTheLogin_IsRemarked(string condition, string expected, string remark)
    {
        var read = Timed($"IF {condition} RETURN 'slow'; RETURN 'fast'");

        Assert.Equal($"slow: {expected}|fast", string.Join('|', read.Answers.Select(Text)));
        Assert.Contains(remark, Assert.Single(read.Remarks).Text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("W. Europe Standard Time", "Europe/Berlin")]
    [InlineData("UTC", "UTC")]
    [InlineData("America/Toronto", "America/Toronto")]
    [InlineData("Nowhere Standard Time", null)]
    public void IdOf_ZoneOfAServer_IsOneOfThePolicys(string told, string? expected) =>
        Assert.Equal(expected, ServerZoneReader.IdOf(told));

    [Theory]
    [InlineData(60, "Etc/GMT-1")]
    [InlineData(-300, "Etc/GMT+5")]
    [InlineData(0, "Etc/GMT")]
    [InlineData(330, null)]
    public void OfOffset_HoursFromUtc_IsAZone(int minutes, string? expected)
    {
        var zone = ServerZoneReader.OfOffset(TimeSpan.FromMinutes(minutes));

        Assert.Equal(expected, zone?.Id);
        Assert.True(expected is null || ServerZoneReader.IdOf(expected) == expected);
    }

    [Fact]
    public void Import_HoursOfAnOffset_AreWindowsAndSayIt()
    {
        var state = new GovernorState
        {
            IsEnabled = true,
            Classifier = new ClassifierFunction(
                "dbo",
                "theirs",
                Head
                    + "IF APP_NAME() = 'a' RETURN 'etl'\nIF DATEPART(HOUR, GETDATE()) >= 22 RETURN 'etl'\nRETURN 'default' END"
            ),
            Pools = [new ResourcePoolSpec("p") { CapCpuPercent = 50 }],
            Groups = [new WorkloadGroupSpec("etl", "p")],
        };

        var imported = GovernorImport.Of(
            state,
            GovernorPolicies.Facts(16),
            new ForeignZone("Etc/GMT-1", IsGuess: true)
        );

        Assert.NotNull(PolicyReader.Check(imported.Text, "imported.rgp", GovernorPolicies.Profile(16)).Policy);
        Assert.Contains(
            "window from_2200_to_0000 = mon, tue, wed, thu, fri, sat, sun 22:00..00:00 \"Etc/GMT-1\"",
            imported.Text,
            StringComparison.Ordinal
        );
        Assert.Matches(
            "etl_1 -> .*\n// .*line 4: .*name the zone in them\\.\nclass etl_2 -> etl when during",
            imported.Text
        );
        Assert.True(imported.IsLossy);
    }

    private static ForeignClassifier Timed(string body) =>
        ForeignClassifierReader.Read(
            new ClassifierFunction("dbo", "theirs", $"{Head}{body}\nEND"),
            zone: new ForeignZone("Europe/Berlin", IsGuess: false)
        );

    [Fact]
    public void Import_DrawnHours_AnswerWhatTheServerAnswers()
    {
        var compared = 0;
        for (var seed = DrawnCount.Seed; seed < DrawnCount.Seed + DrawnCount.Value; seed++)
        {
            var random = new Random(seed);
            var condition = Drawn(random, 2);
            var text = $"{Head}IF {condition} RETURN 'etl'\nRETURN 'default'\nEND";
            var imported = GovernorImport.Of(
                State(text),
                GovernorPolicies.Facts(16),
                new ForeignZone(ForeignHours.Utc, IsGuess: false)
            );
            Assert.False(imported.IsLossy, $"seed {seed}: {text}\n{imported.Text}");
            if (
                PolicyReader.Check(imported.Text, "imported.rgp", GovernorPolicies.Profile(16)).Policy is not { } policy
            )
                continue; // it never holds, or always
            var program = PolicyProgram.Compile(policy, GovernorPolicies.Profile(16));
            for (var number = 0; number < 60; number++)
            {
                var now = new DateTime(2026, 3, 2, 0, 0, 0, DateTimeKind.Utc)
                    .AddMinutes(random.Next(ForeignHours.Week))
                    .AddSeconds(number % 59 + 1);
                var group = FunctionRun.Of(
                    text,
                    new ClassifierRun(new LoginFacts("x", "x", "", "", IsSysadmin: false, now))
                );
                var item = program.Classify(new SignalValues(), Instant.FromDateTimeUtc(now)).ClassIndex;
                Assert.True(
                    program.Policy.Classes[item].Pool.Name == (group == "etl" ? "etl" : "ungoverned"),
                    $"seed {seed}, {now:O}: {group}\n{text}\n{imported.Text}"
                );
                compared++;
            }
        }

        Assert.True(compared > DrawnCount.Value * 30, $"{compared} were compared");
    }

    private static string Drawn(Random random, int depth)
    {
        if (depth > 0)
            return random.Next(4) switch
            {
                0 => $"({Drawn(random, depth - 1)} OR {Drawn(random, depth - 1)})",
                1 => $"{Drawn(random, depth - 1)} AND {Drawn(random, depth - 1)}",
                2 => $"NOT ({Drawn(random, depth - 1)})",
                _ => Drawn(random, depth - 1),
            };
        var sign = new[] { "=", "<>", "<", "<=", ">", ">=" }[random.Next(6)];
        var time = FormattableString.Invariant($"{random.Next(24):00}:{random.Next(60):00}");
        return random.Next(6) switch
        {
            0 => FormattableString.Invariant($"DATEPART(HOUR, GETDATE()) {sign} {random.Next(24)}"),
            1 => FormattableString.Invariant($"{random.Next(24)} {sign} DATEPART(HOUR, GETDATE())"),
            2 => FormattableString.Invariant(
                $"(DATEPART(WEEKDAY, GETDATE()) + @@DATEFIRST) % 7 IN ({random.Next(7)}, {random.Next(7)})"
            ),
            3 => $"CONVERT(time, GETDATE()) {(random.Next(2) == 0 ? ">=" : "<")} '{time}'",
            4 => FormattableString.Invariant(
                $"DATEPART(HOUR, GETDATE()) * 60 + DATEPART(MINUTE, GETDATE()) {sign} {random.Next(1440)}"
            ),
            _ => FormattableString.Invariant(
                $"DATEPART(HOUR, GETDATE()) BETWEEN {random.Next(12)} AND {random.Next(24)}"
            ),
        };
    }

    private static GovernorState State(string classifier) =>
        new()
        {
            IsEnabled = true,
            Classifier = new ClassifierFunction("dbo", "theirs", classifier),
            Pools = [new ResourcePoolSpec("p") { CapCpuPercent = 50 }],
            Groups = [new WorkloadGroupSpec("etl", "p")],
        };

    private static string Text(ForeignAnswer answer) =>
        answer.Test is LoginTest.Always ? answer.Group : $"{answer.Group}: {ImportedConditions.Of(answer.Test, [])}";
}
