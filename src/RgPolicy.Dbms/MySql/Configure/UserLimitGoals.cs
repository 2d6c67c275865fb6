using RgPolicy.Dbms.MySql.Connect;

namespace RgPolicy.Dbms.MySql.Configure;

/// <summary>What the limits of accounts are to be: what is asked for, except where others have set something
/// else.</summary>
internal sealed class UserLimitGoals(UserLimitLedger ledger, AccountCatalog actual)
{
    private readonly List<UserLimits> _limits = [];
    private readonly List<string> _warnings = [];
    private readonly List<string> _changed = [];

    /// <summary>Each account of which anything is asked, or has a limit of RgPolicy's.</summary>
    public IReadOnlyList<UserLimits> Limits => _limits;

    public ImmutableArray<string> Warnings => [.. _warnings];

    public ImmutableArray<string> ChangedByOthers => [.. _changed];

    /// <summary>Takes all that is asked for; whatever else is RgPolicy's goes.</summary>
    /// <remarks><c>loosens</c>: an account may be given more than the server gives all: it had that before.</remarks>
    public void AddAll(IReadOnlyCollection<UserLimits> asked, bool loosens)
    {
        foreach (var row in asked)
        {
            if (actual.Obstacle(row.Account) is not { Length: > 0 } obstacle)
                _limits.Add(row.Each(limit => Goal(limit, row, actual.Of(row.Account), loosens)));
            else if (ledger.OwnOf(actual.Of(row.Account)).IsNone)
                _warnings.Add($"{MySqlAccount.Of(row.Account)}: {obstacle}; nothing is set.");
        }

        var named = _limits.Select(row => row.Account).ToHashSet();
        _limits.AddRange(
            actual
                .Accounts.Values.Select(each => each.Limits)
                .Where(there => !named.Contains(there.Account) && !ledger.OwnOf(there).IsNone)
                .Select(there => there.Each(limit => Rest(limit, there)))
        );
    }

    private decimal Goal(UserLimit limit, UserLimits asked, UserLimits there, bool loosens)
    {
        var (wanted, present) = (limit.Of(asked), limit.Of(there));
        if (wanted == present || wanted == 0)
            return wanted == present ? present : Rest(limit, there);
        if (present != 0 && limit.Of(ledger.OwnOf(there)) == 0)
            return Leave(limit, there);
        var everywhere = limit.Of(actual.Everywhere);
        if (loosens || everywhere == 0 || wanted <= everywhere)
            return wanted;
        Warn(there, $"the server gives every account {limit.Name} {Text(everywhere)}, which is less; nothing is set.");
        return Rest(limit, there);
    }

    private decimal Rest(UserLimit limit, UserLimits there) => limit.Of(ledger.OwnOf(there)) == 0 ? limit.Of(there) : 0;

    private decimal Leave(UserLimit limit, UserLimits there)
    {
        var present = limit.Of(there);
        if (!ledger.IsChanged(limit, there))
        {
            Warn(there, $"{limit.Name} {Text(present)} was set by others and is left as it is.");
            return present;
        }

        Warn(
            there,
            $"{limit.Name} was changed to {Text(present)} by others since RgPolicy set it, and is left as it is; set it "
                + "to 0 by hand and the next plan sets it again."
        );
        _changed.Add(_warnings[^1]);
        return present;
    }

    private void Warn(UserLimits there, string what) => _warnings.Add($"{MySqlAccount.Of(there.Account)}: {what}");

    private static string Text(decimal value) => value.ToString(CultureInfo.InvariantCulture);
}
