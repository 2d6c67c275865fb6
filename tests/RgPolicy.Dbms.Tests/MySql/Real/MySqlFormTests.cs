using RgPolicy.Dbms.MySql;
using RgPolicy.Plans;
using Xunit.Abstractions;

namespace RgPolicy.Dbms.Tests.MySql.Real;

/// <summary>The shapes that are told of many forms of statements while they run, sent in each way that clients send
/// them.</summary>
[Collection(RealMySql.Collection)]
public sealed class MySqlFormTests(RealMySql server, ITestOutputHelper output)
{
    private const double Wanted = 0.97;

    // All run at the same time: where there are few processors each comes forward slowly.
    private static readonly TimeSpan Longest = TimeSpan.FromSeconds(60);

    [MySqlTheory]
    [InlineData("text")]
    [InlineData("prepared")]
    [InlineData("prepare and execute")]
    [InlineData("procedure")]
    public async Task Poll_RunningForm_HasItsShape(string way)
    {
        await using var observer = await server.ConnectAsync();
        var forms = Forms().ToArray();
        var running = new List<RealStatement>();
        try
        {
            for (var i = 0; i < forms.Length; i++)
                running.Add(await StartAsync(way, forms[i].Sql, i));
            bool IsRight(int form, ObservedQuery? told) => forms[form].Shapes.Contains(told?.Plan.Profile?.Shape);
            var told = await ToldAsync(observer, forms.Length, IsRight);
            var wrong = told.Where((each, i) => !IsRight(i, each)).Count();
            for (var i = 0; i < forms.Length; i++)
            {
                if (!IsRight(i, told[i]))
                {
                    output.WriteLine(
                        $"{way}, {forms[i].Name}: {told[i]?.Plan.Profile?.Shape}, {told[i]?.Plan.Profile?.Reason}"
                    );
                }
            }

            output.WriteLine(Text($"{way}: {forms.Length - wrong} of {forms.Length} right"));
            Assert.True(wrong <= (1 - Wanted) * forms.Length, Text($"{wrong} of {forms.Length} wrong"));
        }
        finally
        {
            foreach (var each in running)
                await each.DisposeAsync();
        }
    }

    private async Task<RealStatement> StartAsync(string way, string sql, int number)
    {
        // A copy of rows then waits for none that another form has locked.
        const string ReadCommitted = "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED";
        var text = sql.Insert(sql.IndexOf(' ', StringComparison.Ordinal), " " + Mark(number));
        var plain = FormValues.Replace(text, value => value);
        switch (way)
        {
            case "text":
                return await server.RunAsync(plain, ReadCommitted);
            case "prepared":
                return await server.RunAsync(text, ReadCommitted, isPrepared: true);
            case "prepare and execute":
                var quoted = plain.Replace("'", "''", StringComparison.Ordinal);
                return await server.RunAsync("EXECUTE p", $"{ReadCommitted}; PREPARE p FROM '{quoted}'");
            default:
                var name = Text($"form{number}");
                await server.ExecuteAsync($"CREATE PROCEDURE {name}() BEGIN {plain}; END", RealMySql.Shop);
                return await server.RunAsync($"CALL {name}()", ReadCommitted);
        }
    }

    /// <summary>What is told of each in the end, when all is right or a while has passed.</summary>
    private static async Task<ObservedQuery?[]> ToldAsync(
        MySqlObserver observer,
        int forms,
        Func<int, ObservedQuery?, bool> isRight
    )
    {
        var told = new ObservedQuery?[forms];
        var end = DateTimeOffset.UtcNow + Longest;
        while (DateTimeOffset.UtcNow < end && told.Where((each, i) => !isRight(i, each)).Any())
        {
            if (await PollAsync(observer) is not { } seen)
                continue;
            for (var i = 0; i < forms; i++)
            {
                told[i] =
                    seen.Queries.FirstOrDefault(each =>
                        each.Statement?.Text?.Contains(Mark(i), StringComparison.Ordinal) == true
                    ) ?? told[i];
            }

            await Task.Delay(50);
        }

        return told;
    }

    // A machine that is full may fail to answer in time.
    private static async Task<Observation?> PollAsync(MySqlObserver observer)
    {
        try
        {
            return await observer.PollAsync(findBlocking: false, CancellationToken.None);
        }
        catch (ObserveException)
        {
            return null;
        }
    }

    private static string Mark(int form) => Text($"/* form {form} */");

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);

    private static IEnumerable<(string Name, PlanShape?[] Shapes, string Sql)> Forms()
    {
        using var stream =
            typeof(MySqlFormTests).Assembly.GetManifestResourceStream("mysql-forms.txt")
            ?? throw new InvalidOperationException("mysql-forms.txt is not embedded");
        using var reader = new StreamReader(stream);
        foreach (var line in reader.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries))
        {
            if (line[0] == '%')
                continue;
            var parts = line.Split(" | ", 3);
            var shapes = parts[1].Split(", ").Select(each => each.Replace("_", "", StringComparison.Ordinal));
            yield return (
                parts[0],
                [.. shapes.Select(PlanShape? (each) => Enum.Parse<PlanShape>(each, ignoreCase: true))],
                parts[2].TrimEnd('\r')
            );
        }
    }
}
