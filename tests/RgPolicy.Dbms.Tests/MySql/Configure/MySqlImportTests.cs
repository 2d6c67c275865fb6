using RgPolicy.Language.Checking;

namespace RgPolicy.Dbms.Tests.MySql.Configure;

/// <summary>Limits of accounts on a real MariaDB, as a policy.</summary>
[Collection(ObservedMariaDb.Collection)]
public sealed class MySqlImportTests(ObservedMariaDb mariaDb)
{
    [MariaDbFact]
    public async Task Import_LimitsOfAccounts_IsAPolicyThatChangesNothing()
    {
        await using var limited = new LimitedMariaDb(mariaDb.Server);
        await limited.AddAsync("bi", with: "WITH MAX_STATEMENT_TIME 600 MAX_USER_CONNECTIONS 4");
        await limited.AddAsync("o'brien", "10.%", "WITH MAX_STATEMENT_TIME 600 MAX_USER_CONNECTIONS 4");
        await limited.AddAsync("etl", with: "WITH MAX_STATEMENT_TIME 7200");
        await limited.AddAsync("quick", with: "WITH MAX_STATEMENT_TIME 0.5 MAX_USER_CONNECTIONS 9");
        await limited.AddAsync("split", with: "WITH MAX_USER_CONNECTIONS 3");
        await limited.AddAsync("split", "10.%");
        await limited.AddAsync("line\nbreak", with: "WITH MAX_USER_CONNECTIONS 3");
        await using var configurator = await limited.ConnectAsync();

        var imported = await configurator.ImportAsync(LimitedMariaDb.None);

        Assert.Contains("in (exactly 'bi', exactly 'o''brien')", imported.Text, StringComparison.Ordinal);
        Assert.Equal(
            [
                "'line\\nbreak'@'%' is left out: its name cannot be written in a policy.",
                "'quick'@'%': MAX_STATEMENT_TIME 0.5: a rule ends nothing in the first minute.",
                "'split'@'%' is left out: the login's accounts have different limits, and a policy knows the "
                    + "login only.",
            ],
            imported.Left.Where(left => !left.Contains("'rgpolicy'", StringComparison.Ordinal)),
            StringComparer.Ordinal
        );
        var check = PolicyReader.Check(imported.Text, "import.rgp", configurator.Profile);
        Assert.True(check.Policy is not null, imported.Text + string.Join('\n', check.Diagnostics));
        var plan = await LimitedMariaDb.PlanAsync(configurator, imported.Text);
        Assert.Empty(plan.Steps);
    }
}
