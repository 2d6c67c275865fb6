using System.Text.RegularExpressions;

namespace RgPolicy.Testing.Engine.Differences;

/// <summary>One edit of any statement, such as a DBA makes; some change nothing in meaning.</summary>
internal sealed partial class RandomEdit(WordSource words, WholePolicySource source)
{
    /// <summary>An edited copy.</summary>
    public EditedPolicy Of(EditedPolicy policy)
    {
        var copy = policy.Copy();
        switch (words.Below(11))
        {
            case 0:
                EditConstant(copy);
                break;
            case 1:
                Change(copy.Windows, window => (window.Name, source.Window()));
                break;
            case 2:
                EditPool(copy);
                break;
            case 3:
                Change(
                    copy.Classes,
                    item =>
                        (
                            item.Name,
                            words.OneIn(2) ? source.Pool(copy) : item.Pool,
                            words.OneIn(2) ? words.Condition(copy) : item.When
                        )
                );
                break;
            case 4:
                Swap(copy);
                break;
            case 5:
                Change(copy.Rules, rule => EditRule(copy, rule));
                break;
            case 6:
                Change(copy.States, state => EditState(copy, state));
                break;
            case 7:
                Change(copy.Objectives, goal => (words.OneIn(2) ? source.Class(copy) : goal.Class, source.Goal(copy)));
                break;
            case 8:
                AddOrRemove(copy);
                break;
            case 9:
                Reword(copy);
                break;
            default:
                EditSmall(copy);
                break;
        }

        return copy;
    }

    private void EditConstant(EditedPolicy policy)
    {
        Change(policy.Lengths, let => (let.Name, words.Length()));
        Change(policy.Counts, let => (let.Name, FormattableString.Invariant($"{words.Below(5)}")));
    }

    private void EditPool(EditedPolicy policy)
    {
        var at = words.Below(policy.Pools.Count);
        var settings = policy.Pools[at].Settings;
        var setting = words.Setting();
        var same = settings.FindIndex(each => each.Split(' ')[0] == setting.Split(' ')[0]);
        if (same >= 0)
            settings[same] = setting;
        else
            settings.Add(setting);
    }

    private EditedRule EditRule(EditedPolicy policy, EditedRule rule) =>
        words.Below(6) switch
        {
            0 => rule with { Unless = words.OneIn(2) ? "" : words.Step(policy) },
            1 => rule with { During = policy.Windows.Count > 0 && words.OneIn(2) ? words.Of(policy.Windows).Name : "" },
            2 => rule with { Classes = [source.Class(policy)] },
            3 => rule with { Steps = [.. rule.Steps, (words.Step(policy), source.Action(policy))] },
            4 => rule with { Steps = [.. rule.Steps.AsEnumerable().Reverse()] },
            _ => rule with
            {
                Steps =
                [
                    .. rule.Steps.Select(
                        (step, place) =>
                            place > 0 ? step
                            : words.OneIn(2) ? (step.When, source.Action(policy))
                            : (words.Step(policy), step.Then)
                    ),
                ],
            },
        };

    private EditedState EditState(EditedPolicy policy, EditedState state)
    {
        var other = source.State(policy, state.Name);
        return words.Below(4) switch
        {
            0 => state with { When = other.When },
            1 => state with { Tail = other.Tail },
            2 => state with { Sets = other.Sets },
            _ => other,
        };
    }

    private void Swap(EditedPolicy policy)
    {
        switch (words.Below(5))
        {
            case 0:
                Swap(policy.Classes);
                break;
            case 1:
                Swap(policy.Rules);
                break;
            case 2:
                Swap(policy.States);
                break;
            case 3:
                Swap(policy.Objectives);
                break;
            default:
                SwapConditions(policy);
                break;
        }
    }

    private void SwapConditions(EditedPolicy policy)
    {
        if (policy.Classes.Count > 1)
        {
            var (one, other) = (policy.Classes[0], policy.Classes[^1]);
            policy.Classes[0] = one with { When = other.When };
            policy.Classes[^1] = other with { When = one.When };
        }
    }

    private void AddOrRemove(EditedPolicy policy)
    {
        switch (words.Below(8))
        {
            case 0:
                policy.Rules.Add(source.Rule(policy, "r9"));
                break;
            case 1:
                Remove(policy.Rules);
                break;
            case 2:
                policy.States.Insert(0, source.State(policy, "s9"));
                break;
            case 3:
                Remove(policy.States);
                break;
            case 4:
                policy.Objectives.Add((source.Class(policy), source.Goal(policy)));
                break;
            case 5:
                Remove(policy.Objectives);
                break;
            case 6:
                policy.Classes.Insert(
                    words.Below(policy.Classes.Count + 1),
                    ("c9", source.Pool(policy), words.Condition(policy))
                );
                break;
            default:
                policy.Pools.Add(("p9", ["cpu weight 300"]));
                break;
        }
    }

    /// <summary>Other words for the same.</summary>
    private void Reword(EditedPolicy policy)
    {
        string Same(string when) =>
            words.Below(4) switch
            {
                0 => $"not (not ({when}))",
                1 => $"({when}) and ({when})",
                2 => when.Replace("1 min", "60 s", StringComparison.Ordinal)
                    .Replace("10 min", "600 s", StringComparison.Ordinal),
                _ => $"({when}) or (({when}) and plan.dop > 1)",
            };

        Change(policy.Classes, item => item with { When = Same(item.When) });
        Change(
            policy.Rules,
            rule => rule with { Steps = [.. rule.Steps.Select(step => (Same(step.When), step.Then))] }
        );
        Change(
            policy.States,
            state => state with { When = Same(state.When).Replace("plan.dop", "dbms.active", StringComparison.Ordinal) }
        );
    }

    /// <summary>One number of one statement.</summary>
    private void EditSmall(EditedPolicy policy)
    {
        string Other(string text) =>
            Numbers()
                .Replace(
                    text,
                    number => words.OneIn(2) ? number.Value : FormattableString.Invariant($"{words.Below(9)}")
                );

        switch (words.Below(3))
        {
            case 0:
                Change(policy.Classes, item => item with { When = Other(item.When) });
                break;
            case 1:
                Change(
                    policy.Rules,
                    rule =>
                        rule with
                        {
                            Steps = [.. rule.Steps.Select(step => (Other(step.When), step.Then))],
                            Unless = Other(rule.Unless),
                        }
                );
                break;
            default:
                Change(policy.States, state => state with { When = Other(state.When), Tail = Other(state.Tail) });
                break;
        }
    }

    private void Change<T>(List<T> all, Func<T, T> change)
    {
        if (all.Count > 0)
        {
            var at = words.Below(all.Count);
            all[at] = change(all[at]);
        }
    }

    private void Swap<T>(List<T> all)
    {
        if (all.Count > 1)
        {
            var at = words.Below(all.Count - 1);
            (all[at], all[at + 1]) = (all[at + 1], all[at]);
        }
    }

    private void Remove<T>(List<T> all)
    {
        if (all.Count > 0)
            all.RemoveAt(words.Below(all.Count));
    }

    [GeneratedRegex("(?<![a-z0-9])[0-9]+(?= |$)", RegexOptions.None, 1000)]
    private static partial Regex Numbers();
}
