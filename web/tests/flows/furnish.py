"""A day as somebody might have it."""


def furnish(person):
    person.add("Water the plants")
    person.is_sent("Water the plants")
    lists = {}
    for name, colour in (("Home", "#2f9e55"), ("Work", "#3b6fe0"), ("Trip to Lisbon", "#c98a12")):
        lists[name] = person.elsewhere("POST", "/v1/lists", {"name": name, "colorHex": colour})["id"]

    def task(title, day=None, list=None, **more):
        date = None if day is None else person.day(day)
        fields = {"title": title, "scheduledDate": date, "listId": lists.get(list), **more}
        person.elsewhere("POST", "/v1/tasks", fields)

    task("Finish the slides for Thursday", 0, "Work", dueAt=f"{person.day(2)}T09:00:00.000Z")
    task("Send Ana the contract, with the two changes that we talked about on the phone", 0, "Work",
         notes="Page 4 and page 9.")
    task("Pick up the parcel", 0)
    task("Pay the electricity bill", 0, "Home", dueAt=f"{person.day(-1)}T17:00:00.000Z")
    task("A birthday present for Leo", None, None)
    task("Read the article about trees", None, None, notes="In the newspaper of Sunday")
    task("Find out about train passes", None, "Trip to Lisbon")
    task("New light bulbs for the hall", None, "Home")
    task("Book a table for four", 1)
    task("Team lunch", 1, "Work", reminderAt=f"{person.day(1)}T11:00:00.000Z")
    task("Laundry", 3, "Home")
    task("Flight to Lisbon", 10, "Trip to Lisbon", dueAt=f"{person.day(10)}T06:00:00.000Z")
    task("Renew the library card", 20)
    task("Clean the bicycle", -4)
    task("Reply to Grandma", -2)
    task("Call the insurance", 0, region="morning", bucket="mustDo")
    task("Tidy the desk", 0, region="morning", bucket="misc")
    task("Sort the photos of the summer", region="backlog")
    person.shows("Water the plants", "Pay the electricity bill", "Pick up the parcel")
    person.focus("Finish the slides for Thursday")
    person.press("a")
    person.is_in("Finish the slides for Thursday", "active")
    person.focus("Pick up the parcel")
    person.press("Shift+Space")
    person.is_in("Pick up the parcel", "completed")
    person.focus("Pay the electricity bill")
    person.lists = lists
