using RgPolicy.Testing;
using Xunit.Abstractions;

namespace RgPolicy.Dbms.Tests.PostgreSql.Forms;

/// <summary>The shape that is told of a statement while it runs, by the form and the protocol in which it is sent. A
/// drawn part; all of them, and the table of the guide: <c>tools/statement-forms/run</c>.</summary>
public sealed class StatementFormTests(PostgresVersionsFixture servers, ITestOutputHelper output)
    : IClassFixture<PostgresVersionsFixture>
{
    public const string Database = "forms";
    private const int Drawn = 8;

    [Theory]
    [OnPostgres(14)]
    [OnPostgres(15)]
    [OnPostgres(16)]
    [OnPostgres(17)]
    [OnPostgres(18)]
    public async Task PollAsync_StatementForm_IsToldAsWhatItIs(int version)
    {
        await using var server = await FormServer.OpenAsync(version, await servers.GetAsync(version));
        var wrong = new List<string>();
        foreach (var (form, protocol) in Forms(version))
        {
            var answer = await server.AskAsync(form, protocol);
            var line = FormattableString.Invariant(
                $"{version}\t{protocol}\t{form.Name}\t{string.Join('|', form.Shapes)}\t{answer.Shape}\t{answer.After.TotalMilliseconds:0}\t{answer.Reason.ReplaceLineEndings(" ")}"
            );
            output.WriteLine(line);
            if (Environment.GetEnvironmentVariable("RGPOLICY_FORMS_FILE") is { Length: > 0 } file)
                await File.AppendAllTextAsync(file, line + "\n");
            if (!answer.IsRight && !answer.IsKnownGap)
                wrong.Add(line);
        }

        Assert.True(wrong.Count == 0, string.Join('\n', wrong));
    }

    private static IEnumerable<(StatementForm Form, FormProtocol Protocol)> Forms(int version)
    {
        var all = StatementForms
            .All.Where(form => form.Since <= version)
            .SelectMany(form => form.Protocols.Select(protocol => (form, protocol)))
            .ToArray();
        if (Environment.GetEnvironmentVariable("RGPOLICY_FORMS") is { Length: > 0 } wanted)
            return wanted == "all" ? all : all.Where(each => each.form.Name.Contains(wanted, StringComparison.Ordinal));
        new Random(version).Shuffle(all);
        return all[..Drawn];
    }
}
