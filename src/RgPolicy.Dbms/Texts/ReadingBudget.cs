namespace RgPolicy.Dbms.Texts;

/// <summary>How much of the statements' texts that are new one poll reads, of each login apart: reading holds up what
/// else the poll is for, and whoever may connect chooses how long texts are and how often they change. What is left out
/// comes first in the next poll, if it still runs then.</summary>
internal sealed class ReadingBudget<TLogin>
    where TLogin : notnull
{
    private const int MostOfLogin = 256 * 1024;
    private const int MostOfAll = 8 * MostOfLogin;

    private readonly Dictionary<TLogin, int> _spent = [];
    private int _spentByAll;

    public void Begin()
    {
        _spent.Clear();
        _spentByAll = 0;
    }

    /// <summary>Whether a text is read now; one of any length is, where nothing else was read.</summary>
    public bool Takes(TLogin login, string text)
    {
        var spent = _spent.GetValueOrDefault(login);
        if (spent >= MostOfLogin || _spentByAll >= MostOfAll)
            return false;
        _spent[login] = spent + text.Length;
        _spentByAll += text.Length;
        return true;
    }
}
