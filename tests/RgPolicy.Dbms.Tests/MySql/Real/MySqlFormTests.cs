using System.Globalization;
using RgPolicy.Dbms.MySql;
using RgPolicy.Engine.Observe;
using RgPolicy.Plans;
using Xunit.Abstractions;

namespace RgPolicy.Dbms.Tests.MySql.Real;

/// <summary>The shapes that are told of many forms of statements while they run, sent in each way that clients send
/// them.</summary>
[Collection(RealMySql.Collection)]
public sealed class MySqlFormTests(RealMySql server, ITestOutputHelper output)
{
    private const double Wanted = 0.97;
    private static readonly TimeSpan Watched = TimeSpan.FromSeconds(4);

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
            {
                running.Add(await StartAsync(way, forms[i].Sql, i));
            }

            var told = await ToldAsync(observer, forms.Length);
            var wrong = forms.Where((form, i) => !form.Shapes.Contains(told[i]?.Plan.Profile?.Shape)).Count();
            for (var i = 0; i < forms.Length; i++)
            {
                if (!forms[i].Shapes.Contains(told[i]?.Plan.Profile?.Shape))
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
            {
                await each.DisposeAsync();
            }
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

    /// <summary>What is told of each once all have run for a while.</summary>
    private static async Task<ObservedQuery?[]> ToldAsync(MySqlObserver observer, int forms)
    {
        var told = new ObservedQuery?[forms];
        var end = DateTimeOffset.UtcNow + Watched;
        while (DateTimeOffset.UtcNow < end)
        {
            if (await PollAsync(observer) is not { } seen)
            {
                continue;
            }

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
            {
                continue;
            }

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
